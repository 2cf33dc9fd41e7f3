'use client';

import { Textarea, TextInput } from '@mantine/core';
import { type TuningName, tuningFields } from '@/lib/contracts/model-tuning';
import type { FieldErrors } from './check-draft';
import type { ModelDraft } from './model-draft';
import classes from './models.module.css';
import type { TuningDraft } from './tuning-draft';

type Form = { draft: ModelDraft; errors: FieldErrors; onChange: (changes: Partial<ModelDraft>) => void };
type Words = { label: string; hint: string; placeholder: string };

/** The form shows the fields in this order. */
const tuningWords: Record<TuningName, Words> = {
  temperature: {
    label: 'Temperature',
    hint: 'From 0 (always the most likely words) to 2',
    placeholder: '0.2',
  },
  maxTokens: {
    label: 'Max output tokens',
    hint: 'Leave blank for the server’s limit',
    placeholder: 'No limit',
  },
  windowTokens: {
    label: 'Context window',
    hint: 'Tokens. Leave blank to ask the server',
    placeholder: 'Detected',
  },
  reasoningEffort: {
    label: 'Reasoning effort',
    hint: 'In the server’s words: low, medium, high',
    placeholder: 'Not sent',
  },
  stop: {
    label: 'Stop sequences',
    hint: 'One per line, up to four. A reply stops just before the first one that appears. Write \\n for a line break. Leave blank for the default.',
    placeholder: '\\n[Result: ',
  },
};
const names = Object.keys(tuningWords) as TuningName[];
const lists = names.filter((name) => tuningFields[name].kind === 'texts');
const lines = names.filter((name) => !lists.includes(name));
const pairs = lines.flatMap((_, index) => (index % 2 === 0 ? [lines.slice(index, index + 2)] : []));

export function TuningFields(form: Form) {
  const { draft, errors, onChange } = form;
  return (
    <>
      {pairs.map((pair) => (
        <div key={pair.join()} className={classes['pair']}>
          {pair.map((name) => (
            <LineField
              key={name}
              name={name}
              isText={tuningFields[name].kind === 'word'}
              {...tuningWords[name]}
              {...form}
            />
          ))}
        </div>
      ))}
      {lists.map((name) => (
        <Textarea
          key={name}
          label={tuningWords[name].label}
          description={tuningWords[name].hint}
          placeholder={tuningWords[name].placeholder}
          autosize
          minRows={1}
          maxRows={4}
          classNames={{ input: classes['mono'] ?? '' }}
          value={draft[name]}
          error={errors[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
    </>
  );
}

type LineProps = Form & Words & { name: keyof TuningDraft | 'name'; isText?: boolean };

export function LineField({ name, isText = false, hint, draft, errors, onChange, ...input }: LineProps) {
  return (
    <TextInput
      {...input}
      description={hint}
      inputMode={isText ? 'text' : 'decimal'}
      autoComplete="off"
      value={draft[name]}
      error={errors[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
}
