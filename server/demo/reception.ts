import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import type { HouseRules, ReceptionSettings } from '@lobby/shared/modules/reception-settings.ts';
import { text } from '../kit/base/messages.ts';

/** House rules in all languages, in their third edition. */
const rulesIn = (noun: string, day: string): HouseRules => ({
  text: Object.fromEntries(LANGUAGES.map(language => [language, text(language, `${noun}.regulation`)])),
  files: [],
  edition: 3,
  updatedAt: `${day}T02:00:00.000Z`,
});

export const receptionOfDemo = (day: string): Partial<ReceptionSettings> => ({
  desks: [{ name: 'Sảnh A' }, { name: 'Sảnh B' }, { name: 'Hầm B1' }],
  worksDeposits: { FINISHING: 20_000_000, DEMOLITION: 20_000_000, REPAIR: 5_000_000, INSTALLATION: 0, OTHER: 0 },
  cardDeposits: {
    RESIDENT: 50_000,
    MOTORBIKE: 100_000,
    CAR: 500_000,
    E_CAR: 0,
    E_MOTORBIKE: 0,
    BICYCLE: 0,
    E_BICYCLE: 0,
    TRUCK: 0,
    OTHER: 0,
  },
  vehicleLimits: { MOTORBIKE: 2, CAR: 1 },
  movingRules: rulesIn('elevator-reservation', day),
  worksRules: rulesIn('construction-registration', day),
});
