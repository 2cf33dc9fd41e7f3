/**
 * Names what a message is about: the version of a run, the text of a reply that arrives, data that servers keep in
 * memory, the end of work in flight, or a person who stops a run.
 */
export type Topic = 'version' | 'kept' | 'abort' | 'stop' | 'text' | 'text_wanted';

/**
 * Carries short messages between the servers of one database. A message may be lost, come twice or late. So it
 * only hurries what the receiver would find by itself.
 */
export type Notices = {
  /** False means that this database has one server, which hears nothing. */
  readonly hasOthers: boolean;
  /**
   * Sends text to all other servers. It returns at once and never throws. The text is lost if it takes more than
   * 7,900 bytes as a string within JSON.
   */
  send(topic: Topic, text: string): void;
  /** Calls `listener` with each message of another server until the returned function is called. */
  listen(topic: Topic, listener: (text: string) => void): () => void;
  /** Calls `listener` each time this server is connected again, after it missed messages and sent none. */
  onReturn(listener: () => void): void;
};

/** Belongs to a database that has one server. */
export const noNotices: Notices = {
  hasOthers: false,
  send: () => {},
  listen: () => () => {},
  onReturn: () => {},
};
