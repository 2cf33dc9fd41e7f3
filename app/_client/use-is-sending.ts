import { useIsMutating } from '@tanstack/react-query';

/** Says whether this tab waits for the server's answer to an action of the person. */
export function useIsSending(): boolean {
  return useIsMutating() > 0;
}
