/** A random name of 128 bits in hex; also where `crypto.randomUUID` is not, on plain http. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
