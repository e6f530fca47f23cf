/** Label of a time zone, e.g. `Asia/Tokyo (GMT+9)`. */
export function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts();
  return `${timeZone.replaceAll('_', ' ')} (${parts.find(part => part.type === 'timeZoneName')?.value ?? ''})`;
}
