import { readPhone } from '@lobby/shared/kit/contact.ts';
import type { ownSessions } from '@lobby/shared/kit/sessions.contract.ts';
import type { residentProfile } from '@lobby/shared/modules/resident.contract.ts';
import { BellRing, LockKeyhole, LogOut, Mail, MonitorSmartphone, Phone, UserX } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call, Refused } from '../../data/api.ts';
import { useContract } from '../../data/contract.ts';
import { signOut, useSession } from '../../data/session.ts';
import { Card, IconSquare, Row } from '../../parts/cards.tsx';
import { Face, useTitle } from '../../parts/head.tsx';
import { LanguageSelect } from '../../parts/LanguageSelect.tsx';
import { Waiting } from '../../parts/parts.tsx';
import { Secret } from '../../parts/Secret.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { t, when } from '../../words.ts';
import { Channels } from './Channels.tsx';
import { PushOffer, PushState, usePush } from './PushChoice.tsx';
import { PushDevices } from './PushDevices.tsx';
import { TopicChoices } from './TopicChoices.tsx';

/** Profile: personal data, household, language, notifications, password and devices. */
export function Page({ id }: { id: string | undefined }) {
  useTitle(
    id === 'devices' || id === 'preferences' ? t(id === 'devices' ? 'profile.devices' : 'profile.told') : undefined,
  );
  if (id === 'devices') return <Devices />;
  if (id === 'preferences') return <Preferences />;
  return <Own />;
}

function Preferences() {
  const push = usePush();
  return (
    <div className="stack">
      <PushOffer push={push} />
      <PushDevices />
      <TopicChoices />
      <Channels />
      <PushState push={push} />
    </div>
  );
}

function Own() {
  const session = useSession();
  const { data } = useContract<typeof residentProfile>('/resident/profile', {}, ['MEMBER']);
  const [, again] = useState(0);
  const [asked, setAsked] = useState<'password' | 'forget' | null>(null);
  if (!session) return null;
  return (
    <div className="stack">
      <div className="card person">
        <Face name={session.name} size={56} />
        <div>
          <h2>{session.name}</h2>
          <small>
            {t('unitCode', { code: session.home.unitCode })} · {session.home.projectName}
          </small>
        </div>
      </div>
      {data && (data.phone || data.email) && (
        <Card>
          {data.phone && (
            <Row start={<IconSquare icon={Phone} />} title={readPhone(data.phone)} detail={t('profile.phone')} />
          )}
          {data.email && <Row start={<IconSquare icon={Mail} />} title={data.email} detail={t('profile.email')} />}
          <p className="note">{t('profile.ask')}</p>
        </Card>
      )}
      <h2>{t('profile.household')}</h2>
      <Card>
        {data?.household.map(member => (
          <Row
            key={member.id}
            start={<Face name={member.name} size={40} />}
            title={member.name}
            detail={t(`roles.${member.role}`)}
          />
        ))}
      </Card>
      <h2>{t('profile.settings')}</h2>
      <LanguageSelect
        bare
        onChosen={() => {
          again(n => n + 1);
          location.reload();
        }}
      />
      <Card>
        <Row to="/profile/preferences" start={<IconSquare icon={BellRing} />} title={t('profile.told')} opens />
        <Row to="/profile/devices" start={<IconSquare icon={MonitorSmartphone} />} title={t('profile.devices')} opens />
        <Row
          start={<IconSquare icon={LockKeyhole} />}
          title={t('profile.password')}
          onPress={() => setAsked('password')}
          opens
        />
        <Row start={<IconSquare icon={UserX} />} title={t('profile.forget')} onPress={() => setAsked('forget')} opens />
      </Card>
      <button type="button" className="outline" onClick={() => void signOut()}>
        <LogOut size={20} aria-hidden />
        {t('signOut')}
      </button>
      {asked && (
        <Sheet title={t(`profile.${asked}`)} onClose={() => setAsked(null)}>
          {asked === 'password' ? <Password /> : <Forget />}
        </Sheet>
      )}
    </div>
  );
}

function Password() {
  const [state, setState] = useState<{ done?: boolean; refused?: Refused }>({});
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const body = Object.fromEntries(new FormData(form));
    try {
      await call('/auth/password', { method: 'PUT', body });
      form.reset();
      setState({ done: true });
    } catch (error) {
      if (error instanceof Refused) setState({ refused: error });
    }
  };
  return (
    <form onSubmit={event => void submit(event)}>
      {(['current', 'password', 'confirmation'] as const).map(name => (
        <Secret
          key={name}
          name={name}
          label={t(`profile.${name === 'password' ? 'new' : name}`)}
          complete={name === 'current' ? 'current-password' : 'new-password'}
          error={state.refused?.fields[name]?.message}
        />
      ))}
      {state.refused && Object.keys(state.refused.fields).length === 0 && (
        <p className="error" role="alert">
          {state.refused.message}
        </p>
      )}
      {state.done && <p role="status">{t('profile.changed')}</p>}
      <button type="submit" className="main">
        {t('profile.password')}
      </button>
    </form>
  );
}

/** Asks the management to erase the resident's data; nothing is erased automatically. */
function Forget() {
  const [said, setSaid] = useState('');
  const ask = () =>
    call<{ code: string }>('/resident/erase-me', { method: 'POST', body: {} }).then(
      ({ code }) => setSaid(t('profile.asked', { code })),
      error => setSaid((error instanceof Refused && error.message) || t('failed')),
    );
  return (
    <>
      <p className="muted">{t('profile.forgetHelp')}</p>
      <button type="button" className="main" onClick={() => void ask()}>
        {t('profile.forget')}
      </button>
      {said && <p role="status">{said}</p>}
    </>
  );
}

function Devices() {
  const { data, error, again } = useContract<typeof ownSessions>('/auth/sessions', {}, []);
  if (!data) return <Waiting error={error} />;
  return (
    <ul className="list">
      {data.map(session => (
        <li key={session.id} className="item">
          <div>
            <p>{[session.browser, session.system].filter(Boolean).join(' · ') || t('profile.unknown')}</p>
            <small>{session.current ? t('profile.here') : when(session.seenAt)}</small>
          </div>
          {!session.current && (
            <button
              type="button"
              className="quiet"
              onClick={() => void call(`/auth/sessions/${session.id}`, { method: 'DELETE' }).then(again, again)}
            >
              {t('signOut')}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
