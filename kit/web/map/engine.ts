import { addProtocol, Map, Marker, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';

// A worker of this origin: the engine would make one from text, and the build would not find it.
setWorkerUrl(workerUrl);

export { addProtocol, Map, Marker, ScaleControl };
