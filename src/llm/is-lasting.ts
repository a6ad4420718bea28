import {
  ContextTooLongError,
  MalformedModelOutputError,
  ProviderRefusedError,
  type ReinstateError,
} from '../model/errors.ts'

/** Whether a model fails for what it is asked: asking the same again would cost the same, and mend nothing. */
export function isLasting(error: ReinstateError): boolean {
  return (
    error instanceof MalformedModelOutputError ||
    error instanceof ContextTooLongError ||
    error instanceof ProviderRefusedError
  )
}
