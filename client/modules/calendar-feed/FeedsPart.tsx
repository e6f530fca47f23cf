import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { calendarFeeds, renewFeed, revokeFeed } from '@lobby/shared/modules/calendar-feed.contract.ts';
import { CALENDAR_FEED } from '@lobby/shared/modules/calendar-feed.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { CalendarPlus, CalendarSync, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callContract } from '../../kit/http/contract.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { ConfirmDialog } from '../../kit/ui/overlay/ConfirmDialog.tsx';
import { DialogSkeleton } from '../../kit/ui/overlay/DialogSkeleton.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import type { Made } from './FeedDialog.tsx';

const FeedDialog = lazyPart(async () => (await import('./FeedDialog.tsx')).FeedDialog, DialogSkeleton);
const AddressDialog = lazyPart(async () => (await import('./AddressDialog.tsx')).AddressDialog, DialogSkeleton);

type Feed = AnswerOf<typeof calendarFeeds>[number];
interface FeedQuestion {
  act: 'renew' | 'revoke';
  feed: Feed;
}

/** Calendar feeds of the user, or with `all` those of everybody, for ending them; live. */
export function FeedsPart({ all = false }: { all?: boolean }) {
  const { t } = useTranslation(CALENDAR_FEED.name);
  const { dateTime } = useFormats();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const [question, setQuestion] = useState<FeedQuestion | null>(null);
  const { data, error, again } = useContract<typeof calendarFeeds>('/calendar-feed', {
    follow: utilityBooking.code,
    query: { all: all ? '1' : '0' },
  });
  const say = (feed: Feed) => [
    t(`kinds.${feed.kind}`),
    ...(feed.kind === 'RESIDENT' ? [] : feed.include.map(({ part }) => t(`parts.${part}`))),
  ];
  async function act({ act: name, feed }: FeedQuestion) {
    const call = { ...scopeNow(), params: { id: feed.id } };
    if (name === 'revoke') await callContract<typeof revokeFeed>('DELETE', '/calendar-feed/:id', call);
    else setMade((await callContract<typeof renewFeed>('PUT', '/calendar-feed/:id/renew', call)).data);
    setQuestion(null);
    await again();
  }
  return (
    <ReportPage
      title={t('title')}
      actions={
        !all && (
          <Button look="filled" icon={CalendarPlus} onClick={() => setMaking(true)}>
            {t('make')}
          </Button>
        )
      }
    >
      {error && !data && <ErrorState title={t('failed')} onRetry={() => void again()} />}
      {!error && !data && <SkeletonRows />}
      {data?.length === 0 && (
        <Empty icon={CalendarSync} title={t('none')}>
          {!all && t('noneText')}
        </Empty>
      )}
      <FigureTable
        label={t('title')}
        cards
        rows={data}
        keyOf={({ id }) => id}
        columns={[
          { key: 'name', label: t('name'), cell: ({ name }) => name },
          { key: 'include', label: t('include'), cell: feed => say(feed).join(' · ') },
          { key: 'alarm', label: t('alarm'), cell: ({ alarm }) => t(`alarms.${alarm}`) },
          ...(all ? [{ key: 'owner', label: t('owner'), cell: ({ owner }: Feed) => owner }] : []),
          {
            key: 'lastRead',
            label: t('lastRead'),
            cell: ({ lastReadAt }) => (lastReadAt ? dateTime(lastReadAt) : t('never')),
          },
          { key: 'reads', label: t('reads'), as: 'number' },
          {
            key: 'acts',
            label: '',
            figure: true,
            cell: feed => (
              <>
                {feed.own && (
                  <IconButton icon={RefreshCw} label={t('renew')} onClick={() => setQuestion({ act: 'renew', feed })} />
                )}
                <IconButton icon={Trash2} label={t('revoke')} onClick={() => setQuestion({ act: 'revoke', feed })} />
              </>
            ),
          },
        ]}
      />
      {making && (
        <FeedDialog
          onMade={feed => {
            setMaking(false);
            setMade(feed);
            void again();
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {made && <AddressDialog made={made} onClose={() => setMade(null)} />}
      {question && (
        <ConfirmDialog
          open
          tone={question.act === 'revoke' ? 'bad' : 'neutral'}
          title={t(question.act)}
          description={t(`ask.${question.act}`, { name: question.feed.name })}
          confirm={t(question.act)}
          onConfirm={() => act(question)}
          onCancel={() => setQuestion(null)}
        />
      )}
    </ReportPage>
  );
}
