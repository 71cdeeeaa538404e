/** Asks the API; parameters that are empty are left out. */
export async function ask(path, parameters = {}) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== '' && value !== null && value !== undefined) {
      query.set(key, value);
    }
  }
  const text = query.toString();
  const response = await fetch(`/api/${path}${text ? `?${text}` : ''}`, { headers: { accept: 'application/json' } });
  const body = await response.json();
  if (!response.ok) {
    throw new Error(body.detail ?? `The answer was ${response.status}.`);
  }
  return body;
}
