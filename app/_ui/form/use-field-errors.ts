import { type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusFirstError } from './focus-field';

type Errors<Name extends string> = { readonly [name in Name]?: string | undefined };

/** Keeps what is wrong with the fields of a form, by their names. `ref` gets the form, too. */
export function useFieldErrors<Name extends string>(
  names: readonly Name[],
  ref: Ref<HTMLFormElement>,
): {
  form: RefObject<HTMLFormElement | null>;
  errors: Errors<Name>;
  hasErrors: boolean;
  /** Shows errors and moves the focus to the first one. Returns false when no field of the form has one. */
  show(found: Errors<string>): boolean;
  clear(name: Name): void;
} {
  const [errors, setErrors] = useState<Errors<Name>>({});
  const form = useRef<HTMLFormElement>(null);
  useImperativeHandle<HTMLFormElement | null, HTMLFormElement | null>(ref, () => form.current);
  const isWrong = (found: Errors<string>) => names.some((name) => found[name]);
  return {
    form,
    errors,
    hasErrors: isWrong(errors),
    show(found) {
      // The wrong fields must be there to take the focus.
      flushSync(() => setErrors(found));
      focusFirstError(form.current);
      return isWrong(found);
    },
    clear: (name) => setErrors({ ...errors, [name]: undefined }),
  };
}
