import { Stack, Text } from '@mantine/core';
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
      {output.isCut && <CutNote />}
    </Stack>
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
