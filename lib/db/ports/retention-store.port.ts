import type { Actor } from '../../domain/actor';
import type { RetentionSetting } from '../../domain/retention';

/** Holds how long conversations are kept, and ends the time of those that are past it. */
export interface RetentionStore {
  /** Reads the setting at each call. Returns the default, which removes nothing, while it cannot be read. */
  read(): Promise<RetentionSetting>;
  change(setting: RetentionSetting, actor: Actor): Promise<void>;
  /**
   * Counts the conversations whose last change was before `before` and that no run is active in. It counts private
   * ones, too, and none that a person has deleted.
   */
  countPast(before: Date): Promise<number>;
  /**
   * Begins the final removal of at most `limit` of them, the oldest first, and notes how many in the audit log in
   * the same transaction. From then on nobody sees them. `ConversationStore.purge` removes them. Returns how many.
   */
  beginRemoval(before: Date, limit: number, actor: Actor): Promise<number>;
}
