import type { ComponentProps } from 'react';
import { focusFault } from '../keyboard/focus-fault.ts';

interface FormProps extends Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> {
  /** Called only if the form is valid; the page is not reloaded. */
  onSubmit: () => void;
}

/** A small form: missing values are reported at their `Field` in the reader's language, not by the browser. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        if (event.currentTarget.checkValidity()) onSubmit();
        else focusFault(event.currentTarget);
      }}
    />
  );
}
