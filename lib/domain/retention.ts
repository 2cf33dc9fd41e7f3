/** Conversations are kept for this many days after their last change. Null means for ever. */
export type RetentionSetting = { keepDays: number | null };

/** Counts until someone changes the setting, and while it cannot be read: then nothing is removed. */
export const defaultRetention: RetentionSetting = { keepDays: null };

const dayMs = 86_400_000;

/** Conversations whose last change was before this time are past their days. */
export const toOldestKept = (keepDays: number, now: Date): Date => new Date(now.getTime() - keepDays * dayMs);
