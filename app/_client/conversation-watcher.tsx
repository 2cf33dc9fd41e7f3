'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useConversationNews } from './conversation-news';
import { queryKeys } from './query-keys';

/** Loads the conversation again when it needs the person and this tab does not show why. */
export function ConversationWatcher({ id }: { id: string }) {
  const client = useQueryClient();
  const newsAt = useConversationNews(id);
  useEffect(() => {
    if (newsAt !== null) void client.invalidateQueries({ queryKey: queryKeys.conversation(id), exact: true });
  }, [client, id, newsAt]);
  return null;
}
