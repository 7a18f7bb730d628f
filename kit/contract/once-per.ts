/** `make`, called once for each object: as long as that one is kept, so is what was made of it. */
export function oncePer<From extends object, To>(make: (from: From) => To): (from: From) => To {
  const made = new WeakMap<From, { value: To }>();
  return (from) => {
    let known = made.get(from);
    if (!known) made.set(from, (known = { value: make(from) }));
    return known.value;
  };
}
