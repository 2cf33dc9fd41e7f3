import { Text, VisuallyHidden } from '@mantine/core';
import type { WorkflowField } from '@/lib/contracts/workflows';
import { focusFieldIn } from '../../_ui/form/focus-field';
import { fieldElementId } from './form-field';

type Props = {
  message: string;
  fields: readonly WorkflowField[];
  errors: Readonly<Record<string, string>>;
};

/**
 * Says beside the button how many fields are wrong. Each error appears once, at its field. Screen readers get
 * links to the fields.
 */
export function ErrorSummary({ message, fields, errors }: Props) {
  const wrong = fields.filter(({ name }) => errors[name] !== undefined);
  return (
    <div role="alert">
      <Text size="sm" c="red">
        {message}
      </Text>
      <VisuallyHidden component="ul">
        {wrong.map(({ name, label }) => (
          <li key={name}>
            {/* The field says what is wrong, and Tab stops only at the fields. */}
            <a href={`#${fieldElementId(name)}`} tabIndex={-1} onClick={() => focusField(name)}>
              {label}
            </a>
          </li>
        ))}
      </VisuallyHidden>
    </div>
  );
}

function focusField(name: string): void {
  const element = document.getElementById(fieldElementId(name));
  setTimeout(() => focusFieldIn(element));
}
