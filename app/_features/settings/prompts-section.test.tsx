import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { SystemPromptView } from '@/lib/contracts/settings';
import { queryKeys } from '../../_client/query-keys';
import { PromptsSection } from './prompts-section';

const message = 'This system prompt is damaged in the database (SystemPromptVersion default 2).';

function draw(damage: string | null): string {
  const prompt: SystemPromptView = {
    damage,
    id: 'default',
    title: 'General assistant',
    version: 1,
    text: 'Be brief.',
    versions: [{ version: 1, createdAt: '2026-11-21T10:00:00.000Z', createdBy: 'You', text: 'Be brief.' }],
  };
  const client = new QueryClient();
  client.setQueryData(queryKeys.systemPrompts, { prompts: [prompt] });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <PromptsSection />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

it('a damaged version of a prompt is named above what can be read', () => {
  const html = draw(message);
  expect(html).toContain('1 prompt record cannot be shown');
  expect(html).toContain(message);
  expect(html).toContain('Be brief.');
});

it('sound prompts have no notice', () => {
  const html = draw(null);
  expect(html).toContain('Be brief.');
  expect(html).not.toContain('cannot be shown');
});
