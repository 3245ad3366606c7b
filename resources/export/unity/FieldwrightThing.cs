// What an object of a fieldwright world is: found again by its uid at the next import.
using UnityEngine;

namespace Fieldwright
{
    public class FieldwrightThing : MonoBehaviour
    {
        public string uid;
        public string asset;
        public string[] keys;
        public string[] values;
    }
}
