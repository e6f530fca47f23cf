import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import type { outboxMessages } from '@lobby/shared/modules/outbox.contract.ts';
import { Inbox, MailWarning } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { ReportPage } from '../../../kit/ui/pages/ReportPage.tsx';
import { Banner } from '../../../kit/ui/states/Banner.tsx';
import { EmptyState, ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { MessagePane } from './MessagePane.tsx';

const areaClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', md: '160px minmax(260px, 360px) 1fr' },
  flex: '1',
  minH: '0',
  overflow: { base: 'auto', md: 'hidden' },
  borderTopWidth: '1px',
  borderColor: 'border',
  '& > nav': {
    display: 'flex',
    flexDirection: { base: 'row', md: 'column' },
    flexWrap: 'wrap',
    gap: '1',
    p: '3',
    '& [aria-pressed=true]': { bg: 'accent.subtle', color: 'accent.fg' },
  },
  '& > ol': { listStyle: 'none', overflow: 'auto', borderInlineWidth: { md: '1px' }, borderColor: 'border' },
  '& > ol > li > button': {
    display: 'grid',
    w: 'full',
    p: '3',
    textAlign: 'start',
    borderBottomWidth: '1px',
    borderColor: 'border',
    '& small': { color: 'fg.muted' },
    '&[aria-current=true]': { bg: 'accent.subtle' },
  },
  '& > ol[data-open]': { display: { base: 'none', md: 'block' } },
});

const PAGE = 50;

type Channel = AnswerOf<typeof outboxMessages>['channels'][number];

/** Kept messages: channels, list, and message. */
export function Component() {
  const { t } = useTranslation('outbox');
  const { idUnitGroup = '' } = useParams();
  const { dateTime } = useFormats();
  const seesNotices = useCan(feeNotice.code, 'read');
  const [params, setParams] = useSearchParams();
  const [channel, setChannel] = useState<Channel | ''>('');
  const [q, setQ] = useState('');
  const [limit, setLimit] = useState(PAGE);
  const id = params.get('id');
  const { data, error, again } = useContract<typeof outboxMessages>('/outbox/messages', {
    query: { limit, ...(channel && { channel }), ...(q && { q }) },
    follow: feeNotice.code,
    every: 5000,
  });
  const open = (next: string | null) => setParams(next ? { id: next } : {});
  const total = Object.values(data?.counts ?? {}).reduce((sum, count) => sum + count, 0);
  const rows = data?.rows ?? [];
  const step = (by: number) => {
    const next = rows[rows.findIndex(row => row.id === id) + by];
    if (next) open(next.id);
  };
  return (
    <ReportPage
      title={t('title')}
      asks={
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={q}
          onChange={event => setQ(event.target.value)}
        />
      }
      actions={seesNotices && <Link to={`/projects/${idUnitGroup}/${noticeDelivery.route}`}>{t('results')}</Link>}
    >
      <Banner tone="waiting" icon={MailWarning} title={t('banner')} />
      {error && !data && <ErrorState title={error.message} onRetry={() => void again()} />}
      {!data && !error && <SkeletonRows />}
      {data && total === 0 && (
        <EmptyState
          icon={Inbox}
          title={t('empty')}
          actions={seesNotices && <Link to={`/projects/${idUnitGroup}/${feeNotice.route}`}>{t('toSend')}</Link>}
        />
      )}
      {data && total > 0 && (
        <section className={areaClass()} aria-label={t('title')}>
          <nav aria-label={t('title')}>
            {(['', ...data.channels] as const).map(option => (
              <Button key={option} size="sm" aria-pressed={channel === option} onClick={() => setChannel(option)}>
                {option ? t(`channels.${option}`) : t('all')} ({option ? (data.counts[option] ?? 0) : total})
              </Button>
            ))}
          </nav>
          <ol
            data-open={id ? '' : undefined}
            onKeyDown={event => {
              if (event.key === 'j' || event.key === 'ArrowDown') step(1);
              if (event.key === 'k' || event.key === 'ArrowUp') step(-1);
            }}
          >
            {rows.map(row => (
              <li key={row.id}>
                <button type="button" aria-current={row.id === id} onClick={() => open(row.id)}>
                  <small>
                    {t(`channels.${row.channel}`)} · {dateTime(row.at)}
                  </small>
                  <b className="cut">{row.to}</b>
                  <span className="cut">{row.subject}</span>
                </button>
              </li>
            ))}
            {data.more && limit < 100 && (
              <li>
                <Button size="sm" onClick={() => setLimit(100)}>
                  {t('more')}
                </Button>
              </li>
            )}
          </ol>
          {id ? (
            <MessagePane key={id} id={id} demo={data.demo} onClose={() => open(null)} />
          ) : (
            <EmptyState icon={Inbox} title={t('none')} />
          )}
        </section>
      )}
    </ReportPage>
  );
}
