'use client';

import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { OfferedModelView } from '@/lib/contracts/settings';
import type { FieldErrors } from './check-draft';
import type { ModelDraft, Secrets } from './model-draft';
import classes from './models.module.css';
import { PairFields } from './pair-fields';
import { LineField, TuningFields } from './tuning-fields';

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
  const form = { draft, errors, onChange };
  return (
    <details
      className={classes['more']}
      open={isOpen || hasError}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>More settings</summary>
      <Stack gap="md" mt="sm">
        <LineField
          {...form}
          name="name"
          isText
          label="Name"
          hint="The name that people and workflow files use. Leave blank to use the model and its server."
          placeholder="Fast and cheap"
        />
        <TuningFields {...form} />
        <fieldset className={classes['group']}>
          <legend>Price per 1M tokens (USD)</legend>
          <div className={classes['prices']}>
            <LineField
              {...form}
              name="inputPrice"
              label="Input"
              hint="What it reads"
              placeholder="Not known"
            />
            <LineField
              {...form}
              name="cachedPrice"
              label="Cached input"
              hint="Leave blank to use the input price"
              placeholder="As input"
            />
            <LineField
              {...form}
              name="outputPrice"
              label="Output"
              hint="What it writes"
              placeholder="Not known"
            />
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
