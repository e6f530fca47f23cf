import { type Channel, TOPICS, type Topic, topicsOf } from '@lobby/shared/kit/topics.ts';
import { useState } from 'react';
import { call, Refused } from '../../data/api.ts';
import { useReading } from '../../data/live.ts';
import { t } from '../../words.ts';

const KEY = { app: 'appOff', push: 'pushOff', mail: 'mailOff' } as const satisfies Record<Channel, string>;
type Off = Partial<Record<(typeof KEY)[Channel], string[]>>;

/** Topics and channels of notifications; each choice applies at once. */
export function TopicChoices() {
  const { data } = useReading<{ user: Off }>('/auth/me', []);
  const [chosen, setChosen] = useState<Off>({});
  const [failed, setFailed] = useState('');
  if (!data) return null;
  const off = { ...data.user, ...chosen };
  const choose = async (topic: Topic, channel: Channel, on: boolean) => {
    const key = KEY[channel];
    const before = off[key] ?? [];
    const next = on ? before.filter(name => name !== topic) : [...before, topic];
    setChosen({ ...chosen, [key]: next });
    setFailed('');
    try {
      await call('/auth/me', { method: 'PUT', body: { [key]: next } });
    } catch (error) {
      setChosen({ ...chosen, [key]: before });
      setFailed((error instanceof Refused && error.message) || t('failed'));
    }
  };
  return (
    <section className="stack">
      {topicsOf('resident').map(topic => (
        <fieldset key={topic} className="choices">
          <legend>{t(`tells.${topic}`)}</legend>
          {TOPICS[topic].map(channel => (
            <label key={channel} className="check">
              <input
                type="checkbox"
                checked={!off[KEY[channel]]?.includes(topic)}
                onChange={event => void choose(topic, channel, event.target.checked)}
              />
              {t(`tells.by.${channel}`)}
            </label>
          ))}
        </fieldset>
      ))}
      {failed && (
        <p className="error" role="alert">
          {failed}
        </p>
      )}
    </section>
  );
}
