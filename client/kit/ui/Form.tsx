import type { ComponentProps } from 'react';
import { focusFault } from './focus-fault.ts';

interface FormProps extends Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> {
  /** Only of what may be sent: the page is not left by it. */
  onSubmit: () => void;
}

/** A small form: what is missing is told at its `Field` in the reader's language, never by the browser in its own. */
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
