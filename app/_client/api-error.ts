import type { ErrorBody } from '@/lib/contracts/errors';

type ErrorDetails = ErrorBody['error'];

/**
 * Reports an answer that was not a success, or no answer at all (`unreachable`, status 0). Match on `code`.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly approval: unknown;
  readonly runId: string | null;
  readonly approvalId: string | null;
  /** This is the nearest folder above a missing file. */
  readonly folder: string | null;
  /** The server asks the page to wait this long (`too_many_requests`). */
  readonly retryAfterMs: number | null;

  constructor(status: number, details: ErrorDetails, retryAfterMs: number | null = null) {
    super(details.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = details.code;
    this.fields = details.fields ?? {};
    this.approval = details.approval;
    this.runId = details.runId ?? null;
    this.approvalId = details.approvalId ?? null;
    this.folder = details.folder ?? null;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Says whether the server may have done what the page asked, because no answer or no clear answer arrived.
 */
export function mayHaveSucceeded(error: unknown): boolean {
  return !(error instanceof ApiError && error.status >= 400 && error.status < 500);
}

export function hasErrorCode(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code;
}
