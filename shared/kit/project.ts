export const BUILDING_TYPES = [
  'APARTMENT',
  'COMPLEX',
  'MIXED',
  'SOCIAL_HOUSING',
  'OFFICE',
  'TOWNHOUSE',
  'VILLA',
  'DORMITORY',
  'OTHER',
] as const;
export type BuildingType = (typeof BUILDING_TYPES)[number];
