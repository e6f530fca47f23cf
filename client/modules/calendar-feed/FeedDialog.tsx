import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { makeFeed } from '@lobby/shared/modules/calendar-feed.contract.ts';
import { ALARMS, CALENDAR_FEED, FEED_PARTS, type FeedAlarm } from '@lobby/shared/modules/calendar-feed.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { bookable } from '@lobby/shared/modules/utility-group.contract.ts';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callContract } from '../../kit/http/contract.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { LeaveButton } from '../../kit/ui/controls/LeaveButton.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { useIdempotencyKey } from '../../kit/ui/controls/useIdempotencyKey.ts';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';

/** A created feed; the address is shown only once. */
export type Made = AnswerOf<typeof makeFeed>;
/** Creates a feed: subject, contents and reminder. */
export function FeedDialog({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) {
  const { t } = useTranslation([CALENDAR_FEED.name, 'common']);
  const form = useId();
  const key = useIdempotencyKey();
  const { busy, error, code, run } = useSubmit();
  const [of, setOf] = useState('');
  const [parts, setParts] = useState<readonly (typeof FEED_PARTS)[number][]>(['BOOKINGS', 'CLOSURES']);
  const [alarm, setAlarm] = useState<FeedAlarm>('NONE');
  const { data: groups } = useContract<typeof bookable>('/utility-group/booking', { follow: utilityBooking.code });
  const booked = (groups ?? [])
    .map(group => ({
      ...group,
      amenities: group.amenities.filter(amenity => amenity.type !== 'NO_RESERVATION' && !amenity.partnerId),
    }))
    .filter(({ amenities }) => amenities.length > 0);
  const choices = booked.flatMap(group => [
    { value: `GROUP ${group.id}`, label: `${t('kinds.GROUP')}: ${group.name}` },
    ...group.amenities.map(amenity => ({ value: `AMENITY ${amenity.id}`, label: amenity.name })),
  ]);
  const chosen = of || choices[0]?.value || '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [kind, id] = chosen.split(' ');
    const subject =
      kind === 'GROUP' ? { kind: 'GROUP' as const, groupId: id } : { kind: 'AMENITY' as const, utilityId: id };
    const body = { ...subject, alarm, include: parts.map(part => ({ part })) };
    void run(async () =>
      onMade(
        (
          await callContract<typeof makeFeed>('POST', '/calendar-feed', {
            ...scopeNow(),
            body,
            idempotencyKey: key(body),
          })
        ).data,
      ),
    );
  };
  return (
    <Dialog
      open
      title={t('make')}
      onClose={onClose}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button type="submit" form={form} look="filled" busy={busy} disabled={!chosen || parts.length === 0}>
            {t('make')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Field label={t('of')} required error={error} code={code}>
          <Select value={chosen} choices={choices} onChange={event => setOf(event.target.value)} />
        </Field>
        <fieldset>
          <legend>{t('include')}</legend>
          {FEED_PARTS.map(part => (
            <Checkbox
              key={part}
              label={t(`parts.${part}`)}
              checked={parts.includes(part)}
              onChange={() => setParts(parts.includes(part) ? parts.filter(other => other !== part) : [...parts, part])}
            />
          ))}
        </fieldset>
        <Field label={t('alarm')}>
          <Select
            value={alarm}
            choices={ALARMS.map(value => ({ value, label: t(`alarms.${value}`) }))}
            onChange={event => setAlarm(event.target.value as FeedAlarm)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
