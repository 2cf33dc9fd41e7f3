import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { PresentationView } from '@/lib/contracts/presentation';
import { FoldedText } from '../text/folded-text';
import { CommandBlock } from './command-block';
import classes from './presentation.module.css';
import { PresentationFrame } from './presentation-frame';

type CommandOutput = Extract<PresentationView, { kind: 'command_output' }>;

export function CommandOutputBlock({ output }: { output: CommandOutput }) {
  const isFine = output.exitCode === 0;
  const ending =
    output.exitCode === null ? `ended by ${output.signal ?? 'a signal'}` : `exit code ${output.exitCode}`;
  return (
    <Stack gap="md">
      <CommandBlock command={output.command} folder={output.folder} />
      <PresentationFrame
        title="Output"
        aside={
          <span className={classes['fact']} data-tone={isFine ? 'plain' : 'danger'}>
            {ending}
          </span>
        }
        copy={output.stdout}
      >
        <FoldedText text={output.stdout} />
      </PresentationFrame>
      {output.stderr !== '' && (
        <PresentationFrame title="Errors and warnings" copy={output.stderr}>
          <FoldedText text={output.stderr} tone={isFine ? 'normal' : 'danger'} />
        </PresentationFrame>
      )}
      {output.raw && <RawOutput raw={output.raw} />}
      {output.isCut && <CutNote />}
    </Stack>
  );
}

/** Shows what the program really printed, with every escape drawn. */
function RawOutput({ raw }: { raw: NonNullable<CommandOutput['raw']> }) {
  const [isOpen, setIsOpen] = useState(false);
  const streams = [
    { title: 'Raw output', text: raw.stdout },
    { title: 'Raw errors and warnings', text: raw.stderr },
  ].filter(({ text }) => text !== '');
  return (
    <>
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          onClick={() => setIsOpen((previous) => !previous)}
        >
          {isOpen ? 'Hide raw output' : 'Show raw output'}
        </Button>
      </div>
      {isOpen &&
        streams.map(({ title, text }) => (
          <PresentationFrame key={title} title={title} copy={text}>
            <FoldedText text={text} />
          </PresentationFrame>
        ))}
    </>
  );
}

export function CutNote({
  reason = 'Text over the size limit was cut off.',
}: {
  reason?: string | undefined;
}) {
  return (
    <Text size="sm" c="dimmed">
      {reason}
    </Text>
  );
}
