import { useEffect, useState } from 'react';
import { call, Refused } from '../api.ts';
import { LanguageSelect } from '../LanguageSelect.tsx';
import { PassCard } from '../PassCard.tsx';
import { Tag } from '../parts.tsx';
import { day, t, when } from '../words.ts';
import { VISIT_STATUS } from './visit-status.ts';

interface Pass {
  project: string;
  name: string;
  unit: string | null;
  status: string;
  passCode: string | null;
  valid: boolean;
  expectedInAt: string | null;
  passUse: string | null;
  passUntil: string | null;
  passDays: string | null;
  passHours: string | null;
}

const KEPT = 'guest-pass';
const AGAIN_MS = 15_000;
const linkNow = () => location.hash.slice(1);

/** The pass that was shown last by this link: it stands without a network. */
function kept(link: string): Pass | null {
  const found = JSON.parse(localStorage.getItem(KEPT) ?? 'null');
  return found?.link === link ? found.pass : null;
}

/** A pass as its guest opens it by a link, without signing in: the code, whether it lets in now, and until when. */
export function Page() {
  const [link] = useState(linkNow);
  const [pass, setPass] = useState<Pass | null>(() => kept(link));
  const [refused, setRefused] = useState<Refused | null>(null);
  const [, redraw] = useState(0);
  useEffect(() => {
    const read = () =>
      call<Pass>('/guest-pass', { link }).then(
        found => {
          localStorage.setItem(KEPT, JSON.stringify({ link, pass: found }));
          setPass(found);
          setRefused(null);
        },
        error => setRefused(error instanceof Refused ? error : new Refused(0, '')),
      );
    void read();
    const timer = setInterval(() => void read(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [link]);
  useEffect(() => {
    document.title = t('pass.title');
  });
  const wrong = refused && refused.status !== 0 ? refused.message || t('failed') : null;
  const repeated = pass?.passUse === 'REPEATED';
  return (
    <div className="app">
      <header>
        <h1>{pass?.project || t('pass.title')}</h1>
      </header>
      <main>
        {refused?.status === 0 && <p className="bar">{t('pass.offline')}</p>}
        {wrong ? (
          <p className="error" role="alert">
            {wrong}
          </p>
        ) : !pass ? (
          <p className="muted">{t('loading')}</p>
        ) : (
          <div className="pass">
            <h2>{pass.name}</h2>
            <Tag status={VISIT_STATUS[pass.status] ?? pass.status} />
            {pass.passCode ? <PassCard passCode={pass.passCode} /> : <p>{t('pass.over')}</p>}
            {pass.unit && <p>{t('pass.to', { unit: pass.unit })}</p>}
            {pass.expectedInAt && !repeated && <p>{when(pass.expectedInAt)}</p>}
            {repeated && pass.passUntil && <p>{t('pass.until', { day: day(pass.passUntil) })}</p>}
            {repeated && pass.passDays && pass.passDays !== 'EVERY_DAY' && <p>{t(`pass.${pass.passDays}`)}</p>}
            {repeated && pass.passHours && <p>{pass.passHours}</p>}
            {pass.passCode && <p className="muted">{t(pass.valid ? 'pass.help' : 'pass.notNow')}</p>}
          </div>
        )}
        <LanguageSelect onChosen={() => redraw(n => n + 1)} />
      </main>
    </div>
  );
}
