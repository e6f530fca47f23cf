const WITHIN_MS = 5000;

/** A card in the parking system's format. */
export interface ParkingCard {
  number: string;
  type: string;
  plate: string | null;
  vehicleType: string | null;
  unit: string | null;
  slot: string | null;
  lifts: string | null;
}

export interface ParkingSystem {
  /** Creates or updates a card; idempotent. */
  put: (projectId: string, card: ParkingCard) => Promise<void>;
  /** Removes a card; unknown cards count as removed. */
  remove: (projectId: string, number: string) => Promise<void>;
}

/** Permanent refusal: staff must check the card. */
export class ParkingRefusal extends Error {}

/** HTTP client: `PUT` and `DELETE <url>/projects/<project>/cards/<number>`. 2xx is success, 4xx a permanent refusal, anything else is retried. */
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
    const reply = (await answer.text()).slice(0, 200);
    if (ok || (method === 'DELETE' && status === 404)) return;
    if (status >= 400 && status < 500 && status !== 429) throw new ParkingRefusal(reply || `HTTP ${status}`);
    throw new Error(`HTTP ${status}`);
  }
  return {
    put: (projectId, card) => call('PUT', projectId, card.number, card),
    remove: (projectId, number) => call('DELETE', projectId, number),
  };
}
