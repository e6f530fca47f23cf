import { dayOf, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { CALENDAR_FEED } from '@lobby/shared/modules/calendar-feed.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityClosure } from '@lobby/shared/modules/utility-closure.ts';
import { utilityGroup } from '@lobby/shared/modules/utility-group.ts';
import { WEEKDAYS } from '@lobby/shared/modules/utility-terms.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { zoneNow } from '../../kit/base/zone.ts';
import { now } from '../../kit/http/clock.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { FieldPairs, pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { ORDER_WIDTH, orderCells } from '../../kit/ui/list/rows/OrderCell.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { PartSkeleton } from '../../kit/ui/states/PartSkeleton.tsx';
import { FeedsPart } from '../calendar-feed/index.ts';
import { OfferedGroups } from './form/OfferedGroups.tsx';
import { ProposedCode } from './form/ProposedCode.tsx';
import { FORM_FIELDS, UtilityFields } from './form/UtilityFields.tsx';
import { AmenitiesTab } from './tabs/AmenitiesTab.tsx';
import { CardsPart } from './tabs/CardsPart.tsx';
import { DayTab } from './tabs/DayTab.tsx';
import { FiguresTab } from './tabs/FiguresTab.tsx';
import { TimesTab } from './tabs/TimesTab.tsx';

const DoorTab = lazyPart(async () => (await import('./tabs/DoorTab.tsx')).DoorTab, PartSkeleton);

const FORM = {
  size: 'wide' as const,
  fields: FORM_FIELDS,
  children: <UtilityFields />,
  // Most amenities have the same hours every day.
  defaults: { type: 'SLOT_TIME', serveTime: WEEKDAYS.map(weekday => ({ weekday, from: '06:00', to: '22:00' })) },
};
const GROUP = ['name', 'code', 'icon', 'displayOrder', 'nameEn', 'nameJa', 'nameZh', 'nameKo'] as const;
const GROUP_WIDE = ['image', 'description'] as const;
const GROUP_FORM = {
  ...pairedForm(GROUP, GROUP_WIDE),
  children: (
    <>
      <FieldPairs names={GROUP} wide={GROUP_WIDE} />
      <ProposedCode />
    </>
  ),
};
const CLOSURE_FORM = pairedForm(['kind', 'from', 'to', 'repeat', 'until'], ['utilityIds', 'reason']);
const WIDTHS = {
  displayOrder: ORDER_WIDTH,
  name: 220,
  nameEn: 180,
  code: 112,
  groupId: 160,
  type: 132,
  price: 116,
  active: 100,
};

/** Amenities with their groups and closures. */
export function Component() {
  const { t } = useTranslation([
    'utility',
    'utility-group',
    'utility-closure',
    'utility-booking',
    'utility-waitlist',
    'amenity-statistics',
    CALENDAR_FEED.name,
  ]);
  const mayEnd = useCan(utilityBooking.code, 'updateStatus');
  const mayBook = useCan(utilityBooking.code, 'read');
  const mayCount = useCan(utilityBooking.code, 'aggregate');
  const mayClose = useCan(utilityClosure.code, 'write');
  const [closing, setClosing] = useState<string | null>(null);
  const times = (id: string) => [
    {
      value: 'closures',
      label: t('utility-closure:plural'),
      content: (
        <TimesTab
          definition={utilityClosure}
          field="utilityIds"
          of={id}
          from="from"
          to={`${utility.route}?part=closures`}
          none={t('utility-closure:empty.title')}
          all={t('utility-closure:plural')}
        />
      ),
    },
    ...(mayBook
      ? [
          {
            value: 'bookings',
            label: t('utility-booking:plural'),
            content: (
              <TimesTab
                definition={utilityBooking}
                field="utilityId"
                of={id}
                from="startAt"
                to={`${utilityBooking.route}?part=bookings&tab=all`}
                none={t('utility-booking:empty.title')}
                all={t('utility-booking:others.all')}
              />
            ),
          },
          {
            value: 'waits',
            label: t('utility-waitlist:plural'),
            content: (
              <TimesTab
                definition={utilityWaitlist}
                field="utilityIds"
                of={id}
                from="startAt"
                to={`${utilityBooking.route}?part=waits&tab=all`}
                none={t('utility-waitlist:empty.title')}
                all={t('utility-waitlist:plural')}
              />
            ),
          },
        ]
      : []),
    ...(mayCount ? [{ value: 'figures', label: t('amenity-statistics:title'), content: <FiguresTab id={id} /> }] : []),
  ];
  const extraTabs = (id: string) => [
    { value: 'calendar', label: t('utility:day.title'), content: <DayTab id={id} /> },
    ...times(id),
    { value: 'door', label: t('utility:door.title'), content: <DoorTab id={id} /> },
  ];
  const more = ({ id }: RecordOf<typeof utility>) =>
    mayClose ? [{ key: 'close', label: t('utility:closeToday'), icon: Lock, onSelect: () => setClosing(id) }] : [];
  const groupTabs = (id: string) => [
    { value: 'amenities', label: t('utility:plural'), content: <AmenitiesTab id={id} /> },
    { value: 'calendar', label: t('utility:day.title'), content: <DayTab id={id} booked /> },
  ];
  return (
    <>
      <ScreenParts
        label={t('utility:plural')}
        parts={[
          {
            value: 'amenities',
            label: t('utility:plural'),
            content: (
              <RecordsPage
                definition={utility}
                widths={WIDTHS}
                form={FORM}
                detail={{ extraTabs, more }}
                cells={orderCells(utility, 'displayOrder')}
              />
            ),
          },
          { value: 'cards', label: t('utility:cards.title'), content: <CardsPart /> },
          {
            value: 'groups',
            label: t('utility-group:plural'),
            content: (
              <RecordsPage
                definition={utilityGroup}
                empty={<OfferedGroups />}
                detail={{ extraTabs: groupTabs }}
                widths={{ displayOrder: ORDER_WIDTH, name: 240 }}
                form={GROUP_FORM}
                cells={orderCells(utilityGroup, 'displayOrder')}
              />
            ),
          },
          {
            value: 'closures',
            label: t('utility-closure:plural'),
            content: (
              <RecordsPage definition={utilityClosure} widths={{ reason: 240, utilityIds: 240 }} form={CLOSURE_FORM} />
            ),
          },
          ...(mayEnd ? [{ value: 'feeds', label: t('calendar-feed:title'), content: <FeedsPart all /> }] : []),
        ]}
      />
      {closing && (
        <FormDialog
          {...CLOSURE_FORM}
          open
          definition={utilityClosure}
          defaults={{ utilityIds: [closing], ...restOfToday() }}
          onSaved={() => setClosing(null)}
          onCancel={() => setClosing(null)}
        />
      )}
    </>
  );
}

/** From now to the end of the day. */
function restOfToday() {
  const begun = new Date(now());
  return { from: begun.toISOString(), to: startOfDay(nextDay(dayOf(begun, zoneNow())), zoneNow()).toISOString() };
}
