import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { sendPreview, sendTest } from '@lobby/shared/modules/notice-run.contract.ts';
import type { NoticeChannel, NoticeKind } from '@lobby/shared/modules/notice-sending.ts';
import { ChevronLeft, ChevronRight, FileDown, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Chosen } from '../../../kit/acts/acts.ts';
import { toast } from '../../../kit/base/toast.ts';
import { request } from '../../../kit/http/api.ts';
import { callContract } from '../../../kit/http/contract.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useQuery } from '../../../kit/live/useQuery.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button, IconButton } from '../../../kit/ui/controls/Button.tsx';
import { Segment } from '../../../kit/ui/controls/Segment.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { useExport } from '../../../kit/ui/list/export/useExport.ts';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { Message } from '../../template/index.ts';

const partClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '3',
  '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' },
  '& > header > span': { flex: '1', textStyle: 'sm', color: 'fg.muted' },
  '& > p[data-off]': { color: 'bad.fg' },
});

/** A notice and how many there are to walk through. */
interface Turn {
  id: string;
  of: number;
}

/** The notice at a place among the chosen ones. */
function useTurn(chosen: Chosen, at: number): Turn | null {
  const named = 'ids' in chosen ? [...chosen.ids] : null;
  const { data } = useQuery<Turn>(named ? null : feeNotice.path, {
    query: { page: at + 1, limit: 1, filter: { ...('filter' in chosen && chosen.filter), status: ['PUBLISHED'] } },
    read: async (path, call) => {
      const { data: rows, total = 0 } = await request<{ id: string }[]>('GET', path, call);
      return { id: rows[0]?.id ?? '', of: total };
    },
  });
  if (!named) return data;
  const id = named[at];
  return id ? { id, of: named.length } : null;
}

interface SendPreviewProps {
  chosen: Chosen;
  kind: NoticeKind;
  channels: readonly NoticeChannel[];
  message: string;
  /** Paid ones are sent as well. */
  paidToo?: boolean;
}

/** Shows recipients and message of each household before sending. */
export function SendPreview({ chosen, kind, channels, message, paidToo = false }: SendPreviewProps) {
  const { t } = useTranslation(['notice-run', 'notice-delivery', 'template']);
  const { number } = useFormats();
  const [at, setAt] = useState(0);
  const [picked, setPicked] = useState<NoticeChannel | null>(null);
  const channel = picked && channels.includes(picked) ? picked : channels[0];
  const turn = useTurn(chosen, at);
  const { data, error } = useContract<typeof sendPreview>(
    '/fee-notice/:id/send-preview',
    turn?.id && channel
      ? {
          method: 'POST',
          params: { id: turn.id },
          body: { kind, channel, paidToo, ...(message.trim() && { message }) },
        }
      : null,
  );
  const { busy, error: refused, code, run } = useSubmit();
  const { busy: saving, save } = useExport();
  const toMyself = () =>
    run(async () => {
      if (!turn || (channel !== 'EMAIL' && channel !== 'SMS')) return;
      const sent = await callContract<typeof sendTest>('POST', '/fee-notice/:id/send-test', {
        ...scopeNow(),
        params: { id: turn.id },
        body: { kind, channel },
      });
      toast({ tone: 'done', title: t('plan.tried', { to: sent.data.to }) });
    });
  const nameOf = (name: string) => t(`notice-delivery:options.channel.${name}`);
  return (
    <section className={partClass()} aria-label={t('plan.tab')}>
      <header>
        {channels.length > 1 && channel && (
          <Segment
            label={t('send.channels')}
            choices={channels.map(value => ({ value, label: nameOf(value) }))}
            value={channel}
            onChange={setPicked}
          />
        )}
        <span>
          {data && (
            <>
              <RefName to="unit" id={data.unitId} />
              {data.residentId && (
                <>
                  {' · '}
                  <RefName to="resident" id={data.residentId} />
                </>
              )}
              {data.to && ` · ${data.to}`}
            </>
          )}
        </span>
        {turn && turn.of > 1 && (
          <>
            <IconButton
              icon={ChevronLeft}
              label={t('send.previous')}
              disabled={at === 0}
              onClick={() => setAt(at - 1)}
            />
            <small>{t('send.turn', { n: number(at + 1), of: number(turn.of) })}</small>
            <IconButton
              icon={ChevronRight}
              label={t('send.next')}
              disabled={at + 1 >= turn.of}
              onClick={() => setAt(at + 1)}
            />
          </>
        )}
      </header>
      {error && <Refused error={error.message} code={error.code} />}
      {!error && data && (
        <>
          {data.already && <p>{t('send.alreadyBy', { channel: nameOf(channel ?? '') })}</p>}
          {data.reason && (
            <p data-off="">{t('send.notSent', { why: t(`notice-delivery:options.reason.${data.reason}`) })}</p>
          )}
          <Message {...data} />
          <p style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
            {data.pdfUrl && (
              <Button icon={FileDown} busy={saving} onClick={() => save(data.pdfUrl ?? '', scopeNow())}>
                {t('send.paper')}
              </Button>
            )}
            {(channel === 'EMAIL' || channel === 'SMS') && (
              <Button icon={Send} busy={busy} onClick={() => void toMyself()}>
                {t('plan.try')}
              </Button>
            )}
          </p>
        </>
      )}
      <Refused error={refused} code={code} />
    </section>
  );
}
