'use client';

import { useEffect, useRef } from 'react';
import { IconAlertCircle } from '@/app/_ui/icons/icons';
import type { WorkflowField } from '@/lib/contracts/workflows';
import { Callout } from '../../_ui/state/callout';
import { Highlighted } from '../../_ui/text/highlighted';
import { fieldElementId } from './form-field';
import classes from './start-form.module.css';

type Props = {
  message: string;
  fields: readonly WorkflowField[];
  errors: Readonly<Record<string, string>>;
};

/** Lists the errors with links to their fields, and takes the focus when it appears. */
export function ErrorSummary({ message, fields, errors }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const wrong = fields.filter(({ name }) => errors[name] !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every failed attempt takes the focus again
  useEffect(() => {
    ref.current?.focus();
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [message, errors]);
  return (
    <div ref={ref} tabIndex={-1} className={classes['summary']}>
      <Callout
        tone="danger"
        role="alert"
        icon={<IconAlertCircle size={17} />}
        title={<Highlighted text={message} />}
      >
        {wrong.length > 0 && (
          <ul>
            {wrong.map(({ name, label }) => (
              <li key={name}>
                <a href={`#${fieldElementId(name)}`} onClick={() => focusField(name)}>
                  {toLinkText(label, errors[name] ?? '')}
                </a>
              </li>
            ))}
          </ul>
        )}
      </Callout>
    </div>
  );
}

function focusField(name: string): void {
  const element = document.getElementById(fieldElementId(name));
  const control = element?.matches('input, textarea, select') ? element : element?.querySelector('input');
  if (control instanceof HTMLElement) setTimeout(() => control.focus());
}

function toLinkText(label: string, error: string): string {
  return error.toLowerCase().includes(label.toLowerCase()) ? error : `${label}: ${error}`;
}
