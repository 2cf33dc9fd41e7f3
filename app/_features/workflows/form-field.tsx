'use client';

import {
  Checkbox,
  NativeSelect,
  NumberInput,
  Radio,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { WorkflowField } from '@/lib/contracts/workflows';
import type { FieldValue } from './field-values';
import { PathField } from './path-field';

type Props = {
  field: WorkflowField;
  value: FieldValue;
  error: string | undefined;
  onChange: (value: FieldValue) => void;
};

/** Up to this many options are all visible. More options become a drop-down list. */
const maxVisibleOptions = 5;

export function fieldElementId(name: string): string {
  return `field-${name}`;
}

/** Shows the control for one parameter. The server checks the values, so the browser's own checks are off. */
export function FormField({ field, value, error, onChange }: Props) {
  const text = Array.isArray(value) ? '' : String(value);
  const common = {
    id: fieldElementId(field.name),
    label: field.label,
    description: field.help,
    error,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
    withAsterisk: field.required,
  };
  const control = { ...common, 'aria-required': field.required };
  const placeholder = toExample(field.placeholder);

  switch (field.type) {
    case 'text':
    case 'date':
      return (
        <TextInput
          {...control}
          type={field.type}
          placeholder={placeholder}
          value={text}
          w={field.type === 'date' ? '12rem' : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'path':
      return (
        <PathField
          {...control}
          expects={field.expects}
          placeholder={placeholder}
          value={text}
          onChange={onChange}
        />
      );
    case 'long_text':
      return (
        <Textarea
          {...control}
          placeholder={placeholder}
          value={text}
          autosize
          minRows={4}
          maxRows={18}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...control}
          placeholder={placeholder}
          value={typeof value === 'number' ? value : text}
          suffix={field.unit ? ` ${field.unit}` : ''}
          clampBehavior="none"
          w="14rem"
          onChange={onChange}
          {...(field.min === null ? {} : { min: field.min })}
          {...(field.max === null ? {} : { max: field.max })}
        />
      );
    case 'switch':
      return (
        <Switch
          id={common.id}
          label={field.label}
          description={field.help}
          error={error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return field.options.length <= maxVisibleOptions ? (
        <Radio.Group {...common} value={text} onChange={onChange}>
          <Stack gap="xs" my={6}>
            {field.options.map((option) => (
              <Radio key={option.value} value={option.value} label={option.label} required={field.required} />
            ))}
          </Stack>
        </Radio.Group>
      ) : (
        <NativeSelect
          {...control}
          value={text}
          maw="var(--field-width)"
          data={[{ value: '', label: field.required ? 'Choose…' : 'None' }, ...field.options]}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'several_choices':
      return (
        <Checkbox.Group {...common} value={Array.isArray(value) ? value : []} onChange={onChange}>
          <Stack gap="xs" my={6}>
            {field.options.map((option) => (
              <Checkbox key={option.value} value={option.value} label={option.label} />
            ))}
          </Stack>
          <Text size="xs" c="dimmed">
            {describeAmount(field)}
          </Text>
        </Checkbox.Group>
      );
  }
}

/** Marks an example as one, because it must not look like an entered value. */
function toExample(placeholder: string | null): string {
  if (placeholder === null) return '';
  return /^(e\.g\.|for example\b)/i.test(placeholder) ? placeholder : `e.g. ${placeholder}`;
}

function describeAmount({ min, max }: WorkflowField): string {
  if (min !== null && max !== null) return `Choose ${min} to ${max}.`;
  if (min !== null) return `Choose at least ${min}.`;
  return max === null ? '' : `Choose at most ${max}.`;
}
