import { ReadOnlyStoreError, StoreFullError, ValidationError } from '../../model/errors.ts'

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(error.code as string)

/** Turns an error of the file system, met while writing a file, into the store's; every other comes back as it is. */
export function asFileError(cause: unknown, file: string): unknown {
  const message = cause instanceof Error ? cause.message : String(cause)
  if (hasCode(cause, 'ENOSPC', 'EDQUOT', 'EFBIG')) {
    return new StoreFullError(`Cannot write to ${file}: the disk is full (${message})`, { cause })
  }
  if (hasCode(cause, 'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR')) {
    return new ReadOnlyStoreError(`Cannot write to ${file}: its folder does not permit it (${message})`, {
      cause,
    })
  }
  if (hasCode(cause, 'ENAMETOOLONG', 'ELOOP'))
    return new ValidationError('bank', `Cannot use ${file}: it is no path to a file (${message})`, { cause })
  return cause
}
