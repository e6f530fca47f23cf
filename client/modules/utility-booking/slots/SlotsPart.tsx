import { addDays, dayOf } from '@lobby/shared/kit/dates.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import type { availableSlots } from '@lobby/shared/modules/utility-booking.contract.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { bookable } from '@lobby/shared/modules/utility-group.contract.ts';
import { utilityGroup } from '@lobby/shared/modules/utility-group.ts';
import { CalendarPlus, LayoutGrid } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneNow } from '../../../kit/base/zone.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { FormDialog, type FormDialogProps } from '../../../kit/ui/form/FormDialog.tsx';
import { usePhone } from '../../../kit/ui/layout/phone.ts';
import { StepBar } from '../../../kit/ui/layout/StepBar.tsx';
import { EmptyState } from '../../../kit/ui/states/EmptyState.tsx';
import { PartSkeleton } from '../../../kit/ui/states/PartSkeleton.tsx';
import { today } from '../../../kit/ui/today.ts';
import { useSeriesToast } from '../series/tell-series.ts';
import { SlotGrid } from './SlotGrid.tsx';
import { SlotList } from './SlotList.tsx';
import type { Chosen, Column } from './slot-choice.ts';

/** Days shown for a single amenity. */
const WEEK = 7;

/** Free slots of a day for the amenities of a group; live. Slots are chosen by click or keyboard, then booked. */
export function SlotsPart({
  form,
}: {
  form: Pick<FormDialogProps<typeof utilityBooking>, 'fields' | 'inputs' | 'children' | 'size'>;
}) {
  const { t } = useTranslation([utilityBooking.name, utilityGroup.name, utility.name]);
  const { date } = useFormats();
  const may = useCan(utilityBooking.code, 'write');
  // Without read permission for amenities, only booking changes are followed.
  const follow = useCan(utility.code, 'read') ? utility.code : utilityBooking.code;
  const [day, setDay] = useState(today());
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [booking, setBooking] = useState(false);
  const [wanted, setWanted] = useState<string | null>(null);
  const Shown = usePhone() ? SlotList : SlotGrid;
  const tellSeries = useSeriesToast();
  const { data: groups } = useContract<typeof bookable>('/utility-group/booking', { follow });
  const booked = groups?.filter(group => group.amenities.some(({ type }) => type !== 'NO_RESERVATION'));
  const shownId = wanted ?? booked?.[0]?.id;
  const amenity = booked?.flatMap(({ amenities }) => amenities).find(({ id }) => id === shownId);
  const last = amenity ? addDays(day, WEEK - 1) : day;
  const { data } = useContract<typeof availableSlots>(
    '/utility-group/:id/available-slots',
    shownId && { params: { id: shownId }, query: { startDateUsage: day, endDateUsage: last }, follow },
  );
  const columns = data?.flatMap(offer => (amenity ? daysOf(offer) : [{ ...offer, key: offer.utilityId }]));
  if (!groups) return <PartSkeleton />;
  if (!booked || booked.length === 0)
    return (
      <EmptyState icon={LayoutGrid} title={t('slots.none')}>
        {t('slots.noneText')}
      </EmptyState>
    );
  const go = (next: string) => {
    setDay(next);
    setChosen(null);
  };
  const slots = data
    ?.find(offer => offer.utilityId === chosen?.utilityId)
    ?.slots.filter(({ from }) => chosen?.froms.includes(from));
  return (
    <>
      <StepBar
        lead={
          <Select
            aria-label={t('utility-group:name')}
            value={shownId ?? ''}
            choices={booked.flatMap(group => [
              { value: group.id, label: group.name },
              ...group.amenities
                .filter(({ type, partnerId }) => type !== 'NO_RESERVATION' && !partnerId)
                .map(({ id, name }) => ({ value: id, label: `· ${name}` })),
            ])}
            onChange={event => {
              setWanted(event.target.value);
              setChosen(null);
            }}
          />
        }
        before={t('utility:day.before')}
        after={t('utility:day.after')}
        atStart={day <= today()}
        onBefore={() => go(addDays(day, amenity ? -WEEK : -1))}
        onAfter={() => go(addDays(day, amenity ? WEEK : 1))}
        said={amenity ? `${date(day)} – ${date(last)}` : date(day)}
      >
        {may && (
          <Button data-end="" look="filled" icon={CalendarPlus} onClick={() => setBooking(true)}>
            {t('actions.create')}
          </Button>
        )}
      </StepBar>
      {!columns && <PartSkeleton />}
      {columns && (
        <Shown columns={columns} chosen={chosen} onChoose={setChosen} onTake={() => may && setBooking(true)} />
      )}
      {booking && (
        <FormDialog
          {...form}
          open
          definition={utilityBooking}
          defaults={{
            // Without a choice here, the form offers the free times.
            ...((chosen ?? amenity) && { utilityId: chosen?.utilityId ?? amenity?.id }),
            ...(slots && slots.length > 0 && { slots: slots.map(({ from, to }) => ({ from, to })) }),
          }}
          onSaved={row => {
            tellSeries(row);
            setBooking(false);
            setChosen(null);
          }}
          onCancel={() => setBooking(false)}
        />
      )}
    </>
  );
}

/** Days of one amenity as columns. */
function daysOf({ utilityId, slots }: Pick<Column, 'utilityId' | 'slots'>): Column[] {
  const days = Map.groupBy(slots, ({ from }) => dayOf(new Date(from), zoneNow()));
  return [...days].map(([day, slotsOfDay]) => ({
    key: day,
    utilityId,
    name: day.split('-').reverse().slice(0, 2).join('/'),
    slots: slotsOfDay,
  }));
}
