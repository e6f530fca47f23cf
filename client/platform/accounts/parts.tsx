import { chakra } from '@chakra-ui/react';
import { PASSWORD_LENGTH } from '@lobby/shared/kit/contact.ts';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useBrand } from '../../app/project/useBrand.ts';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { PasswordInput } from '../../kit/ui/controls/TextInput.tsx';
import { AuthAlert } from '../../shell/sign-in/AuthAlert.tsx';
import { AuthPage, linkClass } from '../../shell/sign-in/AuthPage.tsx';
import type { useForm } from './useForm.ts';

/** Base path of the residents' app, which is a separate build. */
export const RESIDENTS = '/resident/';

interface DoorProps {
  title: ReactNode;
  note?: ReactNode;
  /** Leads back to the residents' app, whatever the address says. */
  resident?: boolean;
  children?: ReactNode;
}

/** Whether the address marks the page as a resident's (`?for=resident`), who sign in elsewhere. */
export const useForResident = () => new URLSearchParams(useLocation().search).get('for') === 'resident';

/** Page before sign-in, under the white label, with a link back to the sign-in of staff or residents. */
export function Door({ children, resident, ...page }: DoorProps) {
  const { t } = useTranslation('account');
  const isOfApp = useForResident();
  return (
    <AuthPage label={useBrand()} {...page}>
      {children}
      <chakra.p mt="8" textAlign="center">
        {resident || isOfApp ? (
          <a href={RESIDENTS} className={linkClass()}>
            {t('links.toSignIn')}
          </a>
        ) : (
          <Link to="/login" className={linkClass()}>
            {t('links.toSignIn')}
          </Link>
        )}
      </chakra.p>
    </AuthPage>
  );
}

type Form = ReturnType<typeof useForm<Record<string, string>>>;

/** Form frame with the error message above its fields. */
export function DoorForm({ form, children }: { form: Pick<Form, 'form' | 'submit' | 'failure'>; children: ReactNode }) {
  return (
    <chakra.form
      ref={form.form}
      onSubmit={event => void form.submit(event)}
      noValidate
      display="flex"
      flexDirection="column"
      gap="5"
    >
      {form.failure && <AuthAlert>{form.failure}</AuthAlert>}
      {children}
    </chakra.form>
  );
}

interface PairProps {
  form: {
    input: (name: 'password' | 'confirmation') => object;
    error: (name: 'password' | 'confirmation') => ReactNode;
  };
  size?: ComponentProps<typeof PasswordInput>['size'];
  /** There is no password yet. */
  first?: boolean;
}

/** New password and its confirmation. */
export function PasswordPair({ form, size = 'lg', first }: PairProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <Field
        label={first ? t('fields.password') : t('fields.newPassword')}
        help={t('fields.passwordHelp', { count: PASSWORD_LENGTH.min - 1 })}
        error={form.error('password')}
      >
        <PasswordInput size={size} autoComplete="new-password" {...form.input('password')} />
      </Field>
      <Field label={first ? t('fields.again') : t('fields.confirmation')} error={form.error('confirmation')}>
        <PasswordInput size={size} autoComplete="new-password" {...form.input('confirmation')} />
      </Field>
    </>
  );
}
