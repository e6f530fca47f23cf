import { CALENDAR_FEED } from '@lobby/shared/modules/calendar-feed.ts';
import { utilityBan } from '@lobby/shared/modules/utility-ban.ts';
import { type UtilityBookingRow, utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import type { DetailDrawerProps } from '../../kit/ui/detail/detail-props.ts';
import { FieldPairs, pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { FeedsPart } from '../calendar-feed/index.ts';
import { MoneyTab } from './money/MoneyTab.tsx';
import { PriceBox } from './money/PriceBox.tsx';
import { SurchargeFields } from './money/SurchargeFields.tsx';
import { OthersTab } from './series/OthersTab.tsx';
import { StandingTab } from './series/StandingTab.tsx';
import { useSeriesToast } from './series/tell-series.ts';
import { SlotPicker } from './slots/SlotPicker.tsx';
import { SlotsPart } from './slots/SlotsPart.tsx';

// Lazy, because few open the statistics.
const BookingStatistics = lazyPart(async () => (await import('../amenity-statistics/index.ts')).BookingStatistics);

const WIDTHS = {
  utilityId: 180,
  unitId: 96,
  residentId: 160,
  startAt: 160,
  endAt: 160,
  quantity: 80,
  total: 120,
  depositStatus: 120,
};
const WHO = ['unitId', 'residentId', 'utilityId', 'quantity'] as const;
const MORE = ['note', 'staffNote', 'paymentImages'] as const;
const ASKED = {
  rrule: { kind: 'text', max: 200 },
  override: { kind: 'flag', initial: false },
  reason: { kind: 'text', max: 500 },
} as const;
const FORM = {
  size: 'wide' as const,
  fields: [...WHO, 'slots', 'surcharges', ...MORE] as const,
  inputs: ASKED,
  children: (
    <>
      <FieldPairs names={WHO} />
      <SlotPicker />
      <SurchargeFields />
      <PriceBox />
      <FieldPairs names={[]} wide={MORE} />
    </>
  ),
};

const FACTS: DetailDrawerProps<typeof utilityBooking>['facts'] = [
  ['startAt', 'endAt'],
  'residentId',
  'total',
  'paymentState',
];
const SECTIONS: DetailDrawerProps<typeof utilityBooking>['sections'] = [
  ['when', ['slots', 'quantity', 'payBeforeAt', 'checkedInAt', 'checkedInBy', 'noShow', 'noShowAt', 'noShowNote']],
  ['amounts', ['fee', 'surcharge', 'deposit', 'depositStatus', 'paid', 'refundDue']],
  ['what', ['groupId', 'surcharges', 'note', 'staffNote', 'paymentImages', 'rrule']],
  ['handled', ['reason', 'cancelledBy', 'cancelledAt', 'closeReason', 'overridden', 'overrideReason']],
];

function Line({ row }: { row: Partial<UtilityBookingRow> }) {
  const { time } = useFormats();
  return (
    <>
      {row.startAt && time(row.startAt)} <RefName to="utility" id={row.utilityId} /> ·{' '}
      <RefName to="unit" id={row.unitId} />
    </>
  );
}

const SHAPES = {
  calendar: { field: 'startAt' as const, line: (row: RecordOf<typeof utilityBooking>) => <Line row={row} /> },
};

const WAIT_WIDTHS = { code: 144, utilityId: 200, unitId: 110, startAt: 160, offerUntil: 160, status: 140 };
const WAIT_WHO = ['unitId', 'residentId', 'utilityId', 'quantity'] as const;
const WAIT_MORE = ['utilityIds', 'flexible', 'autoAccept', 'rulesAgreed'] as const;
const WAIT_FORM = {
  size: 'wide' as const,
  fields: [...WAIT_WHO, 'slots', ...WAIT_MORE] as const,
  children: (
    <>
      <FieldPairs names={WAIT_WHO} />
      <SlotPicker takes={['FULL']} />
      <FieldPairs names={WAIT_MORE} />
    </>
  ),
};

const BAN_WIDTHS = {
  unitId: 110,
  scope: 120,
  groupId: 180,
  from: 112,
  until: 112,
  cause: 140,
  reason: 280,
};
const BAN_FORM = pairedForm(['unitId', 'scope', 'utilityId', 'groupId', 'from', 'until', 'cause', 'reason']);

/** Bookings as list, calendar and free slots, with waitlist and bans; a new booking starts from a free slot. */
export function Component() {
  const { t } = useTranslation([
    utilityBooking.name,
    utilityWaitlist.name,
    utilityBan.name,
    CALENDAR_FEED.name,
    'amenity-statistics',
  ]);
  const { save } = useExport();
  const tellSeries = useSeriesToast();
  const mayCount = useCan(utilityBooking.code, 'aggregate');
  const tabs = (id: string) => [
    { value: 'money', label: t('money.title'), content: <MoneyTab id={id} /> },
    { value: 'others', label: t('others.title'), content: <OthersTab id={id} /> },
    { value: 'standing', label: t('utility-ban:standing.title'), content: <StandingTab bookingId={id} /> },
  ];
  const more = ({ id }: RecordOf<typeof utilityBooking>) => [
    {
      key: 'slip',
      label: t('slip'),
      icon: Printer,
      onSelect: () => save(`${utilityBooking.path}/${id}/pdf`, scopeNow()),
    },
  ];
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        {
          value: 'bookings',
          label: t('plural'),
          content: (
            <RecordsPage
              definition={utilityBooking}
              widths={WIDTHS}
              form={FORM}
              shapes={SHAPES}
              onCreated={tellSeries}
              detail={{ extraTabs: tabs, more, facts: FACTS, sections: SECTIONS }}
            />
          ),
        },
        { value: 'slots', label: t('slots.title'), content: <SlotsPart form={FORM} /> },
        {
          value: 'waits',
          label: t('utility-waitlist:plural'),
          content: <RecordsPage definition={utilityWaitlist} widths={WAIT_WIDTHS} form={WAIT_FORM} />,
        },
        {
          value: 'bans',
          label: t('utility-ban:plural'),
          content: <RecordsPage definition={utilityBan} widths={BAN_WIDTHS} form={BAN_FORM} />,
        },
        ...(mayCount
          ? [{ value: 'statistics', label: t('amenity-statistics:title'), content: <BookingStatistics /> }]
          : []),
        { value: 'feeds', label: t('calendar-feed:title'), content: <FeedsPart /> },
      ]}
    />
  );
}
