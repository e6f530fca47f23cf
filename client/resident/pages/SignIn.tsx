import { type FormEvent, useState } from 'react';
import type { Refused } from '../api.ts';
import { brand } from '../brand.ts';
import { LanguageSelect } from '../LanguageSelect.tsx';
import { Labelled } from '../parts.tsx';
import { signIn, useEnded } from '../session.ts';
import { t } from '../words.ts';

/** The door: e-mail or phone, password, and the language. */
export function SignIn() {
  const [error, setError] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);
  const ended = useEnded();
  const refusal = error && (error.reason ? t(`ended.${error.reason}`) : error.message || t('failed'));
  const [, redraw] = useState(0);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    await signIn(String(form.get('login')), String(form.get('password'))).catch(setError);
    setBusy(false);
  };
  return (
    <div className="app">
      <header>
        {brand.logo && <img src={brand.logo} alt="" height={32} />}
        <h1>{t('signIn.title')}</h1>
      </header>
      <main>
        {ended && !error && (
          <p className="bar" role="status">
            {t(`ended.${ended}`)}
          </p>
        )}
        <form onSubmit={submit}>
          <Labelled label={t('signIn.login')} unmarked>
            <input name="login" autoComplete="username" required />
          </Labelled>
          <Labelled label={t('signIn.password')} unmarked error={refusal ?? undefined}>
            <input name="password" type="password" autoComplete="current-password" required />
          </Labelled>
          <button type="submit" className="main" disabled={busy}>
            {t('signIn.submit')}
          </button>
          <a href="/password/forgot?for=resident">{t('signIn.forgot')}</a>
          <LanguageSelect onChosen={() => redraw(n => n + 1)} />
          {brand.support && (
            <p className="muted">
              {t('contacts.support')} {brand.support}
            </p>
          )}
        </form>
      </main>
    </div>
  );
}
