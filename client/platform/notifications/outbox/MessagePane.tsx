import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { outbox } from '@lobby/shared/modules/outbox.ts';
import { useAtomValue } from 'jotai';
import { ArrowLeft, ExternalLink, FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request, requestFile } from '../../../kit/http/api.ts';
import { saveFile } from '../../../kit/http/save-file.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useQuery } from '../../../kit/live/useQuery.ts';
import { scopeAtom } from '../../../kit/session/session.ts';
import { Button, IconButton } from '../../../kit/ui/controls/Button.tsx';
import { Segment } from '../../../kit/ui/controls/Segment.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { MailFrame } from '../../../kit/ui/layout/MailFrame.tsx';
import { ConfirmDialog } from '../../../kit/ui/overlay/ConfirmDialog.tsx';
import { Menu } from '../../../kit/ui/overlay/Menu.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { type KeptWhole, linksIn, WAYS } from './kept.ts';

const paneClass = styleClass({
  display: 'grid',
  alignContent: 'start',
  gap: '3',
  p: '4',
  minW: '0',
  overflow: 'auto',
  '& h2': { textStyle: 'md', fontWeight: 'semibold' },
  '& > p, & small': { color: 'fg.muted', overflowWrap: 'anywhere' },
  '& > nav': { display: 'flex', gap: '2', alignItems: 'center', '& > h2': { flex: '1', minW: '0' } },
  '& article': {
    maxW: '320px',
    p: '3',
    borderRadius: 'lg',
    bg: 'bg.muted',
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
  },
  '& pre': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', textStyle: 'xs' },
  '& ul': { listStyle: 'none', display: 'grid', gap: '2' },
});

type Look = 'desk' | 'phone' | 'plain' | 'files' | 'headers';
const LOOKS: readonly Look[] = ['desk', 'phone', 'plain', 'files', 'headers'];

interface MessagePaneProps {
  id: string;
  demo: boolean;
  onClose: () => void;
}

/** A message as its recipient would see it, with simulated reactions. */
export function MessagePane({ id, demo, onClose }: MessagePaneProps) {
  const { t } = useTranslation('outbox');
  const { dateTime, number } = useFormats();
  const scope = useAtomValue(scopeAtom);
  const { busy, error, code, run } = useSubmit();
  const [look, setLook] = useState<Look>('desk');
  const [link, setLink] = useState<string | null>(null);
  const path = `${outbox.path}/messages/${id}`;
  const { data, again } = useQuery<KeptWhole>(path, { follow: feeNotice.code });
  if (!data) return <SkeletonRows />;
  const isMail = data.channel === 'EMAIL';
  const answer = (as: string) =>
    run(async () => {
      await request('POST', `${path}/answer`, { ...scope, body: { as } });
      await again();
    });
  const save = (at: string) =>
    run(async () => {
      const { file, name } = await requestFile(`${path}/${at}`, scope);
      saveFile(file, name);
    });
  const size = t('size', { size: number(Math.max(1, Math.round(data.bytes / 1024))) });
  return (
    <div className={paneClass()}>
      <nav>
        <IconButton icon={ArrowLeft} label={t('title')} onClick={onClose} />
        <h2>{data.subject}</h2>
        {demo && (
          <Menu
            placement="bottom-end"
            trigger={
              <Button size="sm" busy={busy}>
                {t('answer')}
              </Button>
            }
            sections={[
              {
                key: 'ways',
                items: WAYS[data.channel].map(as => ({
                  key: as,
                  label: t(`ways.${as}`),
                  onSelect: () => void answer(as),
                })),
              },
            ]}
          />
        )}
      </nav>
      <p>
        {t('from')}: {data.from} · {t('to')}: {data.to} · {dateTime(data.at)} · {size}
        {data.segments !== null && ` · ${t('segments', { count: data.segments })}`}
      </p>
      <Refused error={error} code={code} />
      {isMail && (
        <Segment
          label={t('frame')}
          choices={LOOKS.map(option => ({ value: option, label: t(option) }))}
          value={look}
          onChange={setLook}
        />
      )}
      {isMail && (look === 'desk' || look === 'phone') && (
        <>
          <MailFrame title={t('frame')} html={data.html} phone={look === 'phone'} />
          <ul>
            {linksIn(data.html).map(href => (
              <li key={href}>
                <Button size="sm" icon={ExternalLink} onClick={() => setLink(href)}>
                  {new URL(href).host}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {(!isMail || look === 'plain') && <article>{data.plain}</article>}
      {isMail && look === 'files' && (
        <ul>
          {data.attachments.length === 0 && <li>{t('noFiles')}</li>}
          {data.attachments.map((name, n) => (
            <li key={name}>
              <Button size="sm" icon={FileDown} onClick={() => void save(`attachments/${n}`)}>
                {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isMail && look === 'headers' && (
        <>
          <Button size="sm" icon={FileDown} onClick={() => void save('raw')}>
            {t('raw')}
          </Button>
          <pre>{data.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}</pre>
        </>
      )}
      {data.answers.length > 0 && (
        <ul>
          {data.answers.map(({ as, at }) => (
            <li key={at}>
              <small>
                {t('answered', { as: t(`ways.${as}`) })} · {dateTime(at)}
              </small>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={link !== null}
        title={t('openLink')}
        description={link ?? ''}
        confirm={t('openLink')}
        onConfirm={async () => {
          window.open(link ?? '', '_blank', 'noopener,noreferrer');
          setLink(null);
        }}
        onCancel={() => setLink(null)}
      />
    </div>
  );
}
