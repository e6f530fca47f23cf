const WITHIN_MS = 5000;

/** A card as the barriers and lifts know it. */
export interface ParkingCard {
  number: string;
  type: string;
  plate: string | null;
  vehicleType: string | null;
  unit: string | null;
  slot: string | null;
  lifts: string | null;
}

/** The system that opens barriers and lifts by cards. */
export interface ParkingSystem {
  /** Makes the card known, or changes what is known of it; the same again changes nothing. */
  put: (projectId: string, card: ParkingCard) => Promise<void>;
  /** Forgets a card; one that is not known is forgotten already. */
  remove: (projectId: string, number: string) => Promise<void>;
}

/** Refused for good: somebody has to look at the card. */
export class ParkingRefusal extends Error {}

/** Over HTTP: `PUT` and `DELETE <url>/projects/<project>/cards/<number>`; 2xx is done, 4xx refused for good, all else tried again. */
export function overParking(url: string, token: string | undefined): ParkingSystem {
  const base = url.replace(/\/$/, '');
  async function call(method: 'PUT' | 'DELETE', projectId: string, number: string, body?: ParkingCard): Promise<void> {
    const answer = await fetch(`${base}/projects/${projectId}/cards/${encodeURIComponent(number)}`, {
      method,
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const { ok, status } = answer;
    const said = (await answer.text()).slice(0, 200);
    if (ok || (method === 'DELETE' && status === 404)) return;
    if (status >= 400 && status < 500 && status !== 429) throw new ParkingRefusal(said || `HTTP ${status}`);
    throw new Error(`HTTP ${status}`);
  }
  return {
    put: (projectId, card) => call('PUT', projectId, card.number, card),
    remove: (projectId, number) => call('DELETE', projectId, number),
  };
}
