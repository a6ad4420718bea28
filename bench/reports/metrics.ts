/** What the metrics of the benches mean, in a line each; the first pattern that holds counts. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^n$/u, 'how many questions, banks or units'],
  [/^share@\d+$/u, 'share of the evidence that the first K places cover, 0 to 1'],
  [/^all@\d+$/u, 'share of the questions whose whole evidence the first K places cover'],
  [/^(?:hit|any)@\d+$/u, 'share of the questions of whose evidence the first K places cover something'],
  [/^r@\d+$/u, 'share of the questions whose first K places cover some of the evidence'],
  [/^mrr$/u, 'mean of 1 / rank of the first place that covers evidence; 0 where none does'],
  [
    /^cappedRank/u,
    'mean rank of the first place that covers evidence, one more than the last where missed; less is better',
  ],
  [/^hitOnlyRank/u, 'that rank where it is not missed; less is better'],
  [/^D@\d+$/u, 'share of the questions with a context distractor in the first K places; less is better'],
  [/^avgD@\d+$/u, 'context distractors in the first K places, on average; less is better'],
  [/^rankGap/u, 'rank of the first evidence less the rank of the best distractor; less is better'],
  [/^locomo_f1$/u, 'token F1 of the LoCoMo task: stems, sub-answers of category 1'],
  [/^emem_f1$/u, 'multiset token F1 as E-mem reckons it'],
  [/^squad_f1$/u, 'multiset token F1 of HotpotQA: articles and punctuation removed'],
  [/^token_set_f1$/u, 'F1 over sets of lower-cased tokens, as SimpleMem and RaMem reckon it'],
  [/^bleu1$/u, 'BLEU-1 with smoothing method 1'],
  [/^judge_accuracy$/u, 'share of the answers that the judging model found right'],
  [/^answeredShare$/u, 'share of the questions that were answered, not abstained from'],
  [/^evidenceShare$/u, 'share of the evidence turns that were found or read'],
  [/^failed$/u, 'questions that failed; they score 0'],
  [/^T_S/u, 'tokens of the assistants a question (small model): in all, not cached, cached, of the replies'],
  [/^T_L/u, 'tokens of the answering model a question (large model), likewise'],
  [/^normalised/u, 'T_S + 10 · T_L; with @n the making of the bank spread over n questions'],
  [/^calls$/u, 'calls of models a question or a bank'],
  [/^contextUnits$/u, 'pieces of evidence in the prompt'],
  [/^contextCharacters$/u, 'characters of evidence in the prompt'],
  [/^tokens@\d+$/u, 'tokens of the first K pieces in a prompt'],
  [/^recall(?:P\d+)?Ms|^recallP/u, 'milliseconds of a recall, the question’s vector included'],
  [/^searchP/u, 'milliseconds of a recall without making the question’s vector'],
  [/CpuMs$|^cpuMs$/u, 'milliseconds of processor; trust these where the machine was busy'],
  [/PerSecond$/u, 'how many in a second'],
  [/Ms(?:\.|$)|milliseconds/u, 'milliseconds; p50 the median, p95 what 95 of 100 stay below'],
  [/Mb$/u, 'megabytes'],
  [/^change/u, 'all@5 less that of the default way on the same questions'],
  [/^exact$|^exactTop/u, 'share that agrees with the gold, or with an exact search'],
  [/^falseActivation$/u, 'share of the questions without a condition in which one was seen'],
  [/^lostTurns$|^corruptBanks$/u, 'acknowledged turns that were lost; banks that were damaged'],
  [/^recallable$/u, 'share of the acknowledged turns that are found by their own word'],
]

/** What a metric means; undefined where its name has to speak for itself. */
export function meaningOf(metric: string): string | undefined {
  return MEANINGS.find(([pattern]) => pattern.test(metric))?.[1]
}
