import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type * as z from 'zod/mini';
import { ApiError } from '../../_client/api-error';
import { focusFirstError, focusFirstField } from '../../_ui/form/focus-field';

type Values = Record<string, string>;
type Mutation<Body> = {
  isPending: boolean;
  error: Error | null;
  reset(): void;
  mutate(body: Body, options: { onError(error: Error): void }): void;
};
type Options<Body, Fields extends Values> = {
  initial: Fields;
  /** Checks the values before they are sent. */
  shape: z.ZodMiniType<Body>;
  toBody: (values: Fields) => unknown;
  /** Says what is wrong with a field that the shape refuses. */
  problems: Partial<Record<keyof Fields, string>>;
  send: Mutation<Body>;
};

/**
 * Keeps the fields of a form of the door. The first one has the focus, except on a touch screen. An error shows
 * at its field, and the first wrong field has the focus. What was typed stays, whatever the server answers.
 */
export function useDoorForm<Body, Fields extends Values>(options: Options<Body, Fields>) {
  const { initial, shape, toBody, problems, send } = options;
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => focusFirstField(element.current), []);
  const show = (found: Partial<Record<string, string>>) => {
    flushSync(() => setErrors(found));
    focusFirstError(element.current);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    const parsed = shape.safeParse(toBody(values));
    if (!parsed.success) {
      const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
      show(Object.fromEntries([...wrong].map((name) => [name, problems[name] ?? 'This is not valid.'])));
      return;
    }
    setErrors({});
    send.mutate(parsed.data, {
      onError: (error) => show(error instanceof ApiError ? error.fields : {}),
    });
  };
  const field = (name: keyof Fields & string) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      const { value } = currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
      setErrors((before) => ({ ...before, [name]: undefined }));
    },
  });
  const isSaidAtField = Object.values(errors).some((error) => error !== undefined);
  return {
    form: { ref: element, onSubmit: submit, noValidate: true },
    field,
    /** Stands above the button: a refusal that belongs to no field. */
    refusal: isSaidAtField ? null : (send.error?.message ?? null),
  };
}
