import { useState } from 'react';
import { call, Refused } from '../../data/api.ts';
import { useReading } from '../../data/live.ts';
import { t } from '../../words.ts';

const CHANNELS = ['EMAIL', 'SMS', 'ZALO'];

/** Channels for fee notices; the app always shows them. */
export function Channels() {
  const { data } = useReading<{ off: string[]; track: boolean; tracks: boolean }>('/fee-notice/channels', []);
  const [chosen, setChosen] = useState<string[] | null>(null);
  const [agreed, setAgreed] = useState<boolean | null>(null);
  const [failed, setFailed] = useState('');
  const off = chosen ?? data?.off;
  if (!off) return null;
  const choose = async (channel: string, on: boolean) => {
    const next = on ? off.filter(name => name !== channel) : [...off, channel];
    setChosen(next);
    setFailed('');
    try {
      await call('/fee-notice/channels', { method: 'PUT', body: { off: next } });
    } catch (error) {
      setChosen(off);
      setFailed((error instanceof Refused && error.message) || t('failed'));
    }
  };
  const agree = async (track: boolean) => {
    setAgreed(track);
    setFailed('');
    try {
      await call('/fee-notice/channels', { method: 'PUT', body: { off, track } });
    } catch (error) {
      setAgreed(!track);
      setFailed((error instanceof Refused && error.message) || t('failed'));
    }
  };
  return (
    <fieldset className="choices">
      <legend>{t('fees.channels')}</legend>
      {CHANNELS.map(channel => (
        <label key={channel} className="check">
          <input
            type="checkbox"
            checked={!off.includes(channel)}
            onChange={event => void choose(channel, event.target.checked)}
          />
          {t(`fees.channel.${channel}`)}
        </label>
      ))}
      <small className="muted">{t('fees.channelsHelp')}</small>
      {data?.tracks && (
        <label className="check">
          <input type="checkbox" checked={agreed ?? data.track} onChange={event => void agree(event.target.checked)} />
          {t('fees.track')}
        </label>
      )}
      {failed && <p role="alert">{failed}</p>}
    </fieldset>
  );
}
