import { readPhone } from '@lobby/shared/kit/contact.ts';
import { type FormEvent, useState } from 'react';
import { call, Refused } from '../api.ts';
import { LanguageSelect } from '../LanguageSelect.tsx';
import { useReading } from '../live.ts';
import { Labelled, Link, Waiting } from '../parts.tsx';
import { signOut, useSession } from '../session.ts';
import { t, when } from '../words.ts';
import { Channels } from './Channels.tsx';
import { PushChoice } from './PushChoice.tsx';
import { PushDevices } from './PushDevices.tsx';
import { TopicChoices } from './TopicChoices.tsx';

interface Me {
  phone: string;
  email: string;
  household: { id: string; name: string; role: string }[];
}

/** Who one is, the household, the language, the ways of being told, the password and the devices. */
export function Page({ id }: { id: string | undefined }) {
  if (id === 'devices') return <Devices />;
  if (id === 'preferences')
    return (
      <div className="stack">
        <PushChoice />
        <PushDevices />
        <TopicChoices />
        <Channels />
      </div>
    );
  return <Own />;
}

function Own() {
  const session = useSession();
  const { data } = useReading<Me>('/resident/profile', ['MEMBER']);
  const [, again] = useState(0);
  if (!session) return null;
  return (
    <div className="stack">
      <h2>{session.name}</h2>
      <dl>
        <div>
          <dt className="muted">{t('unit')}</dt>
          <dd>{session.home.unitCode}</dd>
        </div>
        {data?.phone && (
          <div>
            <dt className="muted">{t('profile.phone')}</dt>
            <dd>{readPhone(data.phone)}</dd>
          </div>
        )}
        {data?.email && (
          <div>
            <dt className="muted">{t('profile.email')}</dt>
            <dd>{data.email}</dd>
          </div>
        )}
      </dl>
      <p className="muted">{t('profile.ask')}</p>
      <section>
        <h2>{t('profile.household')}</h2>
        <ul className="list">
          {data?.household.map(one => (
            <li key={one.id} className="item">
              <div>
                <p>{one.name}</p>
              </div>
              <small>{t(`roles.${one.role}`)}</small>
            </li>
          ))}
        </ul>
      </section>
      <LanguageSelect
        onChosen={() => {
          again(n => n + 1);
          location.reload();
        }}
      />
      <Link to="/profile/preferences">{t('profile.told')}</Link>
      <Link to="/profile/devices">{t('profile.devices')}</Link>
      <Password />
      <Forget />
      <button type="button" className="quiet" onClick={() => void signOut()}>
        {t('signOut')}
      </button>
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
  const fault = (name: string) => state.refused?.fields[name]?.message;
  return (
    <details>
      <summary>{t('profile.password')}</summary>
      <form onSubmit={event => void submit(event)}>
        {(['current', 'password', 'confirmation'] as const).map(name => (
          <Labelled key={name} label={t(`profile.${name === 'password' ? 'new' : name}`)} error={fault(name)}>
            <input
              type="password"
              name={name}
              required
              autoComplete={name === 'current' ? 'current-password' : 'new-password'}
            />
          </Labelled>
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
    </details>
  );
}

/** Asks the management to erase one's data: nothing is erased by itself. */
function Forget() {
  const [said, setSaid] = useState('');
  const ask = () =>
    call<{ code: string }>('/resident/erase-me', { method: 'POST', body: {} }).then(
      ({ code }) => setSaid(t('profile.asked', { code })),
      error => setSaid((error instanceof Refused && error.message) || t('failed')),
    );
  return (
    <details>
      <summary>{t('profile.forget')}</summary>
      <p className="muted">{t('profile.forgetHelp')}</p>
      <button type="button" className="quiet" onClick={() => void ask()}>
        {t('profile.forget')}
      </button>
      {said && <p role="status">{said}</p>}
    </details>
  );
}

interface Place {
  id: string;
  browser: string;
  system: string;
  seenAt: string;
  current: boolean;
}

function Devices() {
  const { data, error, again } = useReading<Place[]>('/auth/sessions', []);
  if (!data) return <Waiting error={error} />;
  return (
    <ul className="list">
      {data.map(one => (
        <li key={one.id} className="item">
          <div>
            <p>{[one.browser, one.system].filter(Boolean).join(' · ') || t('profile.unknown')}</p>
            <small>{one.current ? t('profile.here') : when(one.seenAt)}</small>
          </div>
          {!one.current && (
            <button
              type="button"
              className="quiet"
              onClick={() => void call(`/auth/sessions/${one.id}`, { method: 'DELETE' }).then(again, again)}
            >
              {t('signOut')}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
