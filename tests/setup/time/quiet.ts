/** Quiet hours that include now. */
export function quietNow() {
  const hour = (by: number) => {
    const at = new Date(Date.now() + (7 + by) * 3_600_000);
    return `${String(at.getUTCHours()).padStart(2, '0')}:00`;
  };
  return { quietFrom: hour(-1), quietTo: hour(3) };
}
