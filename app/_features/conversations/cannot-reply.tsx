import { Stack, Text } from '@mantine/core';
import { UnsentWords } from '../../_ui/text/unsent-words';
import { useMessageDraft } from './message-draft';

type Props = { conversationId: string; whyNot: string };

/** Stands in place of the message field. A role may change while its person types, so their words stay. */
export function CannotReply({ conversationId, whyNot }: Props) {
  const { value } = useMessageDraft(conversationId);
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {whyNot}
      </Text>
      <UnsentWords words={value?.trim() ?? ''} />
    </Stack>
  );
}
