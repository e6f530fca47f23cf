import { Globe, House } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { brand } from '../../brand.ts';
import type { Refused } from '../../data/api.ts';
import { KEPT, resume, signIn, useEnded } from '../../data/session.ts';
import { LanguageSelect } from '../../parts/LanguageSelect.tsx';
import { Labelled } from '../../parts/parts.tsx';
import { Secret } from '../../parts/Secret.tsx';
import { sceneUrl } from '../../scenes.ts';
import { t } from '../../words.ts';

/** Sign-in page: building, e-mail or phone, password, and language. */
export function SignIn() {
  const [error, setError] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);
  const ended = useEnded();
  const refusal = error && (error.reason ? t(`ended.${error.reason}`) : error.message || t('failed'));
  const [, redraw] = useState(0);
  useEffect(() => {
    // Another tab of this browser has signed in.
    const hear = ({ key, newValue }: StorageEvent) => void (key === KEPT && newValue !== null && resume());
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, []);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    await signIn(String(form.get('login')).trim(), String(form.get('password'))).catch(setError);
    setBusy(false);
  };
  return (
    <div className="door">
      <header>
        <img className="houses" src={sceneUrl('door')} alt="" />
        <p className="whose">
          {brand.logo ? (
            <img className="logo" src={brand.logo} alt="" />
          ) : (
            <span className="logo">
              <House size={20} aria-hidden />
            </span>
          )}
          <b>{brand.name}</b>
          <span className="tongue">
            <Globe size={16} aria-hidden />
            <LanguageSelect bare onChosen={() => redraw(n => n + 1)} />
          </span>
        </p>
        <h1>{t('signIn.welcome')}</h1>
        <p>{t('signIn.note')}</p>
      </header>
      <main>
        {ended && !error && (
          <p className="notice" data-tone="warn" role="status">
            {t(`ended.${ended}`)}
          </p>
        )}
        <form onSubmit={submit}>
          <Labelled label={t('signIn.login')} unmarked>
            <input name="login" autoComplete="username" autoCapitalize="none" inputMode="email" required />
          </Labelled>
          <Secret
            name="password"
            label={t('signIn.password')}
            complete="current-password"
            error={refusal ?? undefined}
            aside={<a href="/password/forgot?for=resident">{t('signIn.forgot')}</a>}
          />
          <button type="submit" className="main" disabled={busy}>
            {t(busy ? 'signIn.busy' : 'signIn.submit')}
          </button>
        </form>
        <p className="muted">{t('signIn.first')}</p>
        {brand.support && (
          <p className="muted support">
            {t('contacts.support')} {brand.support}
          </p>
        )}
      </main>
    </div>
  );
}
