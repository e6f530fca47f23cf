import { chakra } from '@chakra-ui/react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { PasswordInput, TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { AuthAlert } from './AuthAlert.tsx';
import { AuthPage, linkClass } from './AuthPage.tsx';
import type { SignInLabel } from './BrandPanel.tsx';

export interface Credentials {
  email: string;
  password: string;
  /** Stay signed in for 30 days. */
  keep: boolean;
}

interface SignInPageProps {
  label: SignInLabel;
  onSignIn: (credentials: Credentials) => void;
  /** Waiting for the answer. */
  busy?: boolean;
  /** Why it was refused, in the reader's language. */
  error?: ReactNode;
  /** Who was signed in here. */
  email?: string | undefined;
  /** Why their session ended (`SessionEnd`, or `OTHER`). */
  ended?: string | undefined;
}

const TOLD = ['BLOCKED', 'COPIED', 'ELSEWHERE', 'PASSWORD', 'TIME', 'OTHER'];

/** Sign-in page: e-mail and password beside the white label. */
export function SignInPage({ label, ...form }: SignInPageProps) {
  const { t } = useTranslation(['shell', 'account']);
  return (
    <AuthPage label={label} title={t('shell:signIn.title')} note={t('shell:signIn.note')}>
      <SignInForm {...form} />
      <chakra.p mt="8" textAlign="center" color="fg.muted">
        {t('account:links.noAccount')}{' '}
        <Link to="/register" className={linkClass()}>
          {t('account:links.register')}
        </Link>
      </chakra.p>
    </AuthPage>
  );
}

function SignInForm({ onSignIn, busy, error, email = '', ended = '' }: Omit<SignInPageProps, 'label'>) {
  const { t } = useTranslation(['shell', 'account']);
  const [values, setValues] = useState<Credentials>({ email, password: '', keep: true });
  const [asked, setAsked] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (values.email.trim() && values.password && !busy) onSignIn({ ...values, email: values.email.trim() });
  };
  return (
    <chakra.form onSubmit={submit} noValidate display="flex" flexDirection="column" gap="5">
      {error && <AuthAlert>{error}</AuthAlert>}
      {!error && TOLD.includes(ended) && <AuthAlert tone="waiting">{t(`account:ended.${ended}`)}</AuthAlert>}
      <Field label={t('signIn.email')} error={asked && !values.email.trim() && t('signIn.emailMissing')}>
        <TextInput
          size="lg"
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus={!email}
          value={values.email}
          onChange={event => setValues({ ...values, email: event.target.value })}
        />
      </Field>
      <Field
        label={t('signIn.password')}
        error={asked && !values.password && t('signIn.passwordMissing')}
        aside={
          <Link to="/password/forgot" state={{ email: values.email }} className={linkClass()}>
            {t('account:links.forgot')}
          </Link>
        }
      >
        <PasswordInput
          size="lg"
          name="password"
          autoComplete="current-password"
          autoFocus={email !== ''}
          value={values.password}
          onChange={event => setValues({ ...values, password: event.target.value })}
        />
      </Field>
      <Checkbox
        label={t('signIn.keep')}
        checked={values.keep}
        onChange={event => setValues({ ...values, keep: event.target.checked })}
      />
      <Button type="submit" look="filled" size="lg" wide busy={busy}>
        {t('signIn.submit')}
      </Button>
    </chakra.form>
  );
}
