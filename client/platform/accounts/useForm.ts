import { EMAIL_LENGTH, PASSWORD_LENGTH } from '@lobby/shared/kit/contact.ts';
import type { FieldError, FieldErrors } from '@lobby/shared/kit/errors.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../kit/http/api.ts';
import { useFaults } from '../../kit/ui/states/useFaults.ts';

type Values = Readonly<Record<string, string>>;

/** Errors of the entered values; the server checks these and more. */
export function faultsOf(values: Values): FieldErrors {
  const faults: FieldErrors = {};
  for (const [name, value] of Object.entries(values)) if (!value.trim()) faults[name] = { code: 'REQUIRED' };
  const { email, password, confirmation } = values;
  if (email?.trim() && (!/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email.trim()) || email.length > EMAIL_LENGTH.max))
    faults.email = { code: 'EMAIL_INVALID' };
  if (confirmation === undefined) return faults;
  if (password && password.length < PASSWORD_LENGTH.min)
    faults.password = { code: 'TOO_SHORT', params: { min: PASSWORD_LENGTH.min } };
  if (confirmation && confirmation !== password) faults.confirmation = { code: 'CONFIRMATION_DIFFERS' };
  return faults;
}

/** State of a small form: values, errors by field, and the message of the server. */
export function useForm<V extends Values>(initial: V, send: (values: V) => Promise<void>) {
  const { t } = useTranslation('errors');
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useFaults<FieldError>(values);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [judgements, setJudgements] = useState(0);
  const judge = (wrong: FieldErrors) => {
    setFaults(wrong);
    setJudgements(before => before + 1);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each judgement, not for what is typed after it
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [judgements]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = faultsOf(values);
    judge(wrong);
    setFailure(null);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      const refusal = error instanceof ApiError ? error : null;
      const fields = Object.fromEntries(Object.entries(refusal?.fields ?? {}).filter(([name]) => name in values));
      judge(fields);
      if (Object.keys(fields).length === 0) setFailure(refusal?.message || t('FAIL'));
    } finally {
      setBusy(false);
    }
  };
  /** Props for the input of a field. */
  const input = (name: keyof V & string) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  const error = (name: keyof V & string) => {
    const fault = faults[name];
    return fault && t(fault.code, { ...fault.params, defaultValue: t('INVALID') });
  };
  return { form, values, setValues, failure, busy, submit, input, error };
}
