import { useIsMutating } from '@tanstack/react-query';

/** Whether this tab waits for the server's answer to something that the person did. */
export function useIsSending(): boolean {
  return useIsMutating() > 0;
}
