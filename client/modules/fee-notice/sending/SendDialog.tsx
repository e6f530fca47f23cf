import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { SEND_MODES } from '@lobby/shared/modules/notice-run.ts';
import {
  kindOf,
  NOTICE_CHANNELS,
  NOTICE_KINDS,
  type NoticeChannel,
  type NoticeKind,
} from '@lobby/shared/modules/notice-sending.ts';
import { BellRing, Eye, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Chosen } from '../../../kit/acts/acts.ts';
import type { RecordOf } from '../../../kit/base/matches.ts';
import { toast } from '../../../kit/base/toast.ts';
import { request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useQuery } from '../../../kit/live/useQuery.ts';
import { useFeature } from '../../../kit/session/project.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { LeaveButton } from '../../../kit/ui/controls/LeaveButton.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { TextArea } from '../../../kit/ui/controls/TextArea.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { useWriting } from '../../../kit/ui/form/form-context.ts';
import { readInstant } from '../../../kit/ui/form/inputs/dates/days.ts';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { today } from '../../../kit/ui/today.ts';
import { ChosenButton, type ChosenDialogProps } from '../ChosenButton.tsx';
import { SendPreview } from './LazyPreview.tsx';

interface ByChannel {
  channel: string;
  possible: boolean;
  willGet: number;
  noAddress: number;
  off: number;
  suppressed: number;
  already: number;
  cost: number;
}
interface Checked {
  total: number;
  byChannel: ByChannel[];
  byReason: { reason: string; count: number; sample: string[] }[];
  none: number;
}

/** Sends chosen notices, after a preview of the recipients. */
export function SendButton({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation('notice-run');
  return <ChosenButton flag="updateStatus" icon={Send} label={t('send.open')} chosen={chosen} dialog={SendDialog} />;
}

/** Sends one notice that is out once more, or reminds of it once it is late. */
export function SendAgainButton({ row }: { row: RecordOf<typeof feeNotice> }) {
  const { t } = useTranslation('notice-run');
  const { remaining = 0, dueDate } = row;
  const isLate = remaining > 0 && Boolean(dueDate && dueDate < today());
  return (
    <ChosenButton
      flag="updateStatus"
      look="outline"
      icon={isLate ? BellRing : Send}
      label={t(isLate ? 'send.remind' : 'send.open')}
      chosen={{ ids: [row.id] }}
      dialog={isLate ? RemindDialog : SendDialog}
    />
  );
}

const RemindDialog = (props: ChosenDialogProps) => <SendDialog {...props} first="REMIND_DEBT_1" />;

function SendDialog({ chosen, onClose, first = 'NORMAL' }: ChosenDialogProps & { first?: NoticeKind }) {
  const { t } = useTranslation(['notice-run', 'notice-delivery', 'kit']);
  const { today: writtenOn, timeZone } = useWriting();
  const zalo = useFeature('ZALO');
  const { busy, error, code, run } = useSubmit();
  const [kind, setKind] = useState<NoticeKind>(first);
  const [mode, setMode] = useState('EACH');
  const [channels, setChannels] = useState<readonly NoticeChannel[]>(['EMAIL']);
  const [reading, setReading] = useState(false);
  const [message, setMessage] = useState('');
  const [when, setWhen] = useState('');
  const [resend, setResend] = useState(false);
  const [paidToo, setPaidToo] = useState(false);
  const scheduledAt = when.trim() ? readInstant(when, writtenOn, timeZone) : null;
  const body = {
    ...('ids' in chosen ? { noticeIds: [...chosen.ids] } : { isAll: true, filter: chosen.filter }),
    kind,
    mode,
    channels,
    resend,
    paidToo,
    ...(message.trim() && { message }),
    ...(scheduledAt && { scheduledAt }),
  };
  const toggle = (channel: NoticeChannel) =>
    setChannels(channels.includes(channel) ? channels.filter(name => name !== channel) : [...channels, channel]);
  const send = () =>
    run(async () => {
      const { data } = await request<{ code: string }>('POST', `${feeNotice.path}/send`, { ...scopeNow(), body });
      toast({ tone: 'done', title: t(scheduledAt ? 'send.later' : 'send.done', { code: data.code }) });
      onClose();
    });
  const choices = (name: string, all: readonly string[]) =>
    all.map(value => ({ value, label: t(`options.${name}.${value}`) }));
  return (
    <Dialog
      open
      wide={reading}
      onClose={onClose}
      title={t('send.title')}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button
            look="filled"
            icon={Send}
            busy={busy}
            disabled={channels.length === 0 || (when.trim() !== '' && !scheduledAt)}
            onClick={() => void send()}
          >
            {t('send.now')}
          </Button>
        </>
      }
    >
      <Field label={t('fields.kind')}>
        <Select
          value={kind}
          onChange={event => setKind(kindOf({ kind: event.target.value }))}
          choices={choices('kind', NOTICE_KINDS)}
        />
      </Field>
      <Field label={t('fields.mode')}>
        <Select value={mode} onChange={event => setMode(event.target.value)} choices={choices('mode', SEND_MODES)} />
      </Field>
      <fieldset aria-label={t('send.channels')} style={{ display: 'flex', flexWrap: 'wrap', gap: 12 }}>
        {NOTICE_CHANNELS.filter(noticeChannel => noticeChannel !== 'ZALO' || zalo).map(noticeChannel => (
          <Checkbox
            key={noticeChannel}
            checked={channels.includes(noticeChannel)}
            onChange={() => toggle(noticeChannel)}
            label={t(`notice-delivery:options.channel.${noticeChannel}`)}
          />
        ))}
      </fieldset>
      <Field label={t('fields.message')}>
        <TextArea value={message} maxLength={500} onChange={event => setMessage(event.target.value)} />
      </Field>
      <Field label={t('send.when')}>
        <TextInput value={when} placeholder="01/12/2026 08:00" onChange={event => setWhen(event.target.value)} />
      </Field>
      <fieldset style={{ display: 'flex', flexWrap: 'wrap', gap: 12 }}>
        <Checkbox checked={resend} onChange={() => setResend(!resend)} label={t('fields.again')} />
        {kind === 'NORMAL' && (
          <Checkbox checked={paidToo} onChange={() => setPaidToo(!paidToo)} label={t('send.paidToo')} />
        )}
      </fieldset>
      {channels.length > 0 && <CheckTable body={body} />}
      {channels.length > 0 && (
        <div>
          <Button icon={Eye} aria-expanded={reading} onClick={() => setReading(!reading)}>
            {t('plan.tab')}
          </Button>
        </div>
      )}
      {reading && channels.length > 0 && (
        <SendPreview chosen={chosen} kind={kind} channels={channels} message={message} paidToo={paidToo} />
      )}
      <Refused error={error} code={code} />
    </Dialog>
  );
}

/** Number of recipients by channel, and why others would not be reached. */
function CheckTable({ body: { message: _message, scheduledAt: _at, ...body } }: { body: Record<string, unknown> }) {
  const { t } = useTranslation(['notice-run', 'notice-delivery']);
  const { number, money } = useFormats();
  const key = JSON.stringify(body);
  const { data, error } = useQuery<Checked>(`${feeNotice.path}/send/check`, {
    query: { key },
    read: async (path, call) =>
      (await request<Checked>('POST', path, { ...call, query: {}, body: JSON.parse(key) })).data,
  });
  if (error) return <Refused error={error.message} code={error.code} />;
  if (!data) return null;
  const figures = ['willGet', 'noAddress', 'off', 'suppressed', 'already'] as const;
  const nameOf = (channel: string) => t(`notice-delivery:options.channel.${channel}`);
  return (
    <>
      <p>{t('send.total', { total: number(data.total), none: number(data.none) })}</p>
      <FigureTable<ByChannel>
        label={t('send.check')}
        rows={data.byChannel}
        keyOf={row => row.channel}
        columns={[
          {
            key: 'channel',
            label: t('send.channels'),
            cell: row => (row.possible ? nameOf(row.channel) : t('send.impossible', { channel: nameOf(row.channel) })),
          },
          ...figures.map(key => ({
            key,
            label: t(`send.${key}`),
            as: 'number' as const,
          })),
          { key: 'cost', label: t('send.cost'), figure: true, cell: row => (row.cost ? money(row.cost) : '') },
        ]}
      />
      <ul>
        {data.byReason.map(({ reason, count, sample }) => (
          <li key={reason}>
            {t(`notice-delivery:options.reason.${reason}`)}: {number(count)} ({sample.join(', ')}
            {count > sample.length ? ' …' : ''})
          </li>
        ))}
      </ul>
    </>
  );
}
