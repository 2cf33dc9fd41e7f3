'use client';

import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { OfferedModelView } from '@/lib/contracts/settings';
import type { FieldErrors } from './check-draft';
import type { ModelDraft, Secrets } from './model-draft';
import classes from './models.module.css';
import { PairFields } from './pair-fields';
import type { TuningDraft } from './tuning-draft';

type Props = {
  draft: ModelDraft;
  secrets: Secrets;
  errors: FieldErrors;
  /** The server's list says that this model costs this much. */
  offeredPrices: OfferedModelView['prices'];
  onChange: (changes: Partial<ModelDraft>, secrets?: Partial<Secrets>) => void;
};

const inFront = ['baseUrl', 'apiKey', 'model'];

/** Opens by itself to show an error inside it. */
export function MoreSettings({ draft, secrets, errors, offeredPrices, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const hasError = Object.keys(errors).some((field) => !inFront.includes(field));
  const field = (name: keyof TuningDraft | 'name', label: string, hint: string, placeholder: string) => (
    <TextInput
      label={label}
      description={hint}
      placeholder={placeholder}
      inputMode={name === 'name' || name === 'reasoningEffort' ? 'text' : 'decimal'}
      autoComplete="off"
      value={draft[name]}
      error={errors[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <details
      className={classes['more']}
      open={isOpen || hasError}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>More settings</summary>
      <Stack gap="md" mt="sm">
        {field(
          'name',
          'Name',
          'The name that people and workflow files use. Leave blank to use the model and its server.',
          'Fast and cheap',
        )}
        <div className={classes['pair']}>
          {field('temperature', 'Temperature', 'From 0 (always the most likely words) to 2', '0.2')}
          {field('maxTokens', 'Max output tokens', 'Leave blank for the server’s limit', 'No limit')}
        </div>
        <div className={classes['pair']}>
          {field('windowTokens', 'Context window', 'Tokens. Leave blank to ask the server', 'Detected')}
          {field(
            'reasoningEffort',
            'Reasoning effort',
            'In the server’s words: low, medium, high',
            'Not sent',
          )}
        </div>
        <Textarea
          label="Stop sequences"
          description="One per line, up to four. A reply stops just before the first one that appears. Write \n for a line break. Leave blank for the default."
          placeholder="\n[Result: "
          autosize
          minRows={1}
          maxRows={4}
          classNames={{ input: classes['mono'] ?? '' }}
          value={draft.stop}
          error={errors['stop']}
          onChange={(event) => onChange({ stop: event.currentTarget.value })}
        />
        <fieldset className={classes['group']}>
          <legend>Price per 1M tokens (USD)</legend>
          <div className={classes['prices']}>
            {field('inputPrice', 'Input', 'What it reads', 'Not known')}
            {field('cachedPrice', 'Cached input', 'Leave blank to use the input price', 'As input')}
            {field('outputPrice', 'Output', 'What it writes', 'Not known')}
          </div>
          {offeredPrices && (
            <div className={classes['offer']}>
              <Text size="sm" c="dimmed">
                The server’s list says ${offeredPrices.input} and ${offeredPrices.output}.
              </Text>
              <Button
                size="compact-sm"
                variant="default"
                onClick={() =>
                  onChange({
                    inputPrice: String(offeredPrices.input),
                    cachedPrice: String(offeredPrices.cached ?? ''),
                    outputPrice: String(offeredPrices.output),
                  })
                }
              >
                Use these prices
              </Button>
            </div>
          )}
        </fieldset>
        {(['headers', 'query'] as const).map((kind) => (
          <PairFields
            key={kind}
            kind={kind}
            rows={draft[kind]}
            values={secrets[kind]}
            errors={errors}
            onChange={(rows, values) => onChange({ [kind]: rows }, { [kind]: values })}
          />
        ))}
      </Stack>
    </details>
  );
}
