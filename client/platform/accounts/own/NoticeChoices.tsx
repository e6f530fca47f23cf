import { chakra } from '@chakra-ui/react';
import { CHANNELS, type Channel, type Choices, TOPICS, topicsOf } from '@lobby/shared/kit/notification-topics.ts';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { styleClass } from '../../../theme/classes.ts';

const tableClass = styleClass({
  w: 'full',
  borderCollapse: 'collapse',
  '& th': { fontWeight: 'normal', textAlign: 'start', py: '1.5', pe: '3' },
  '& thead th': { textStyle: 'xs', color: 'fg.muted' },
  '& tr > :not(:first-child)': { w: '84px', textAlign: 'center', px: '1' },
  '& tbody tr': { borderTopWidth: '1px', borderColor: 'border' },
});

const KEY = { mail: 'mailOff', app: 'appOff', push: 'pushOff' } as const satisfies Record<Channel, keyof Choices>;

interface NoticeChoicesProps {
  kind: 'staff' | 'resident';
  off: Choices;
  onChange: (off: Partial<Choices>) => void;
}

/** Checkboxes for notifications by topic and channel. */
export function NoticeChoices({ kind, off, onChange }: NoticeChoicesProps) {
  const { t } = useTranslation('account');
  const change = (channel: Channel, topic: string, on: boolean) => {
    const left = off[KEY[channel]].filter(other => other !== topic);
    onChange({ [KEY[channel]]: on ? left : [...left, topic] });
  };
  return (
    <table className={tableClass()}>
      <thead>
        <tr>
          <th scope="col">{t('choices.topic')}</th>
          {CHANNELS.map(channel => (
            <th key={channel} scope="col">
              {t(`choices.channels.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {topicsOf(kind).map(topic => (
          <tr key={topic}>
            <th scope="row">{t(`choices.topics.${topic}`)}</th>
            {CHANNELS.map(channel => (
              <td key={channel}>
                {(TOPICS[topic] as readonly Channel[]).includes(channel) ? (
                  <Checkbox
                    bare
                    label={`${t(`choices.topics.${topic}`)}: ${t(`choices.channels.${channel}`)}`}
                    checked={!off[KEY[channel]].includes(topic)}
                    onChange={event => change(channel, topic, event.target.checked)}
                  />
                ) : (
                  <chakra.span aria-hidden color="fg.muted">
                    –
                  </chakra.span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
