/** What the process ends with; stable across releases and listed by `reinstate --help`. */
export const ExitCode = {
  ok: 0,
  /** A fault of the program itself. */
  unexpected: 1,
  /** An argument, option or file does not hold. */
  invalid: 2,
  /** `ask` abstained, or `recall` found nothing. */
  unanswered: 3,
  /** A bank, session, speaker or turn that does not exist. */
  notFound: 4,
  /** A turn exists already with other content. */
  conflict: 5,
  /** The bank cannot be used: busy, full, read-only, damaged, or made with another embedding model. */
  store: 6,
  /** A language model could not be loaded, or failed, in whole or in part; no turn is lost, and all are found by their words. */
  model: 7,
  /** Ended by the user: Ctrl-C (128 + SIGINT), or a no to a question. */
  interrupted: 130,
} as const

export const EXIT_CODE_HELP = `Exit codes:
  0    done
  1    unexpected fault (REINSTATE_DEBUG=1 shows where)
  2    bad usage or input
  3    no answer: memory does not hold it (ask), or nothing was recalled (recall)
  4    no such bank, session, speaker or turn
  5    a turn exists already with other content
  6    the bank cannot be used: busy, full, read-only, damaged, or of another embedding model
  7    a language model failed; no turn is lost (go on with: reinstate anchor)
  130  ended by you: Ctrl-C, or no to a question`
